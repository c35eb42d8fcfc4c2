<?php
// PHP. One argument: mbstring (the default), pcre (preg_match with /u) or html (htmlspecialchars).

$kind = $argv[1] ?? 'mbstring';

function field(string $bytes): string
{
    return $bytes === '' ? '.' : bin2hex($bytes);
}

function right(bool $right, string $bytes): string
{
    return $right ? 'ok ' . strlen($bytes) . ' -' : 'bad - -';
}

$validate = match ($kind) {
    'mbstring' => fn ($bytes) => right(mb_check_encoding($bytes, 'UTF-8'), $bytes),
    'pcre' => fn ($bytes) => right(preg_match('//u', $bytes) === 1, $bytes),
    'html' => fn ($bytes) => right($bytes === '' || htmlspecialchars($bytes, ENT_NOQUOTES, 'UTF-8') !== '', $bytes),
};
$lossy = match ($kind) {
    'mbstring' => fn ($bytes) => mb_scrub($bytes, 'UTF-8'),
    'pcre' => null,
    'html' => fn ($bytes) => html_entity_decode(
        htmlspecialchars($bytes, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8'), ENT_NOQUOTES, 'UTF-8'
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
