<?php
// PHP. One argument: mbstring (the default), pcre (preg_match with /u) or html (htmlspecialchars).

$kind = $argv[1] ?? 'mbstring';

function field(string $octets): string
{
    return $octets === '' ? '.' : bin2hex($octets);
}

function right(bool $right, string $octets): string
{
    return $right ? 'ok ' . strlen($octets) . ' -' : 'bad - -';
}

$validate = match ($kind) {
    'mbstring' => fn ($octets) => right(mb_check_encoding($octets, 'UTF-8'), $octets),
    'pcre' => fn ($octets) => right(preg_match('//u', $octets) === 1, $octets),
    'html' => fn ($octets) => right($octets === '' || htmlspecialchars($octets, ENT_NOQUOTES, 'UTF-8') !== '', $octets),
};
$lossy = match ($kind) {
    'mbstring' => fn ($octets) => mb_scrub($octets, 'UTF-8'),
    'pcre' => null,
    'html' => fn ($octets) => html_entity_decode(
        htmlspecialchars($octets, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8'), ENT_NOQUOTES, 'UTF-8'
    ),
};

mb_substitute_character(0xFFFD);
$ops = $lossy ? '"validate","lossy"' : '"validate"';
echo '{"protocol":1,"name":"PHP, ', $kind, '","version":"', PHP_VERSION, '","ops":[', $ops, "]}\n";
while (($header = fread(STDIN, 9)) !== false && strlen($header) === 9) {
    ['op' => $op, 'id' => $id, 'length' => $length] = unpack('Cop/Vid/Vlength', $header);
    $payload = '';
    while (strlen($payload) < $length) {
        $payload .= fread(STDIN, $length - strlen($payload));
    }
    $answer = match (true) {
        $op === 1 => $validate($payload) . ' -',
        $op === 2 && $lossy !== null => $validate($payload) . ' ' . field($lossy($payload)),
        default => 'unsupported',
    };
    echo "$id $answer\n";
}
