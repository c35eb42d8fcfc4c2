# Perl's Encode. One argument: UTF-8 (strict, the default) or utf8 (lax).

use strict;
use warnings;
no warnings 'utf8';
use Encode ();

my $encoding = Encode::find_encoding($ARGV[0] // 'UTF-8');
my $kind = $encoding->name eq 'utf-8-strict' ? 'strict' : 'lax';

sub field { length $_[0] ? unpack('H*', $_[0]) : '.' }

# The bytes of a string, whatever is in it.
sub bytes { my $text = shift; utf8::encode($text); $text }

sub validate {
    my $rest = shift;
    my $length = length $rest;
    # Decodes up to the first error, and leaves the rest.
    $encoding->decode($rest, Encode::FB_QUIET);
    return length $rest ? 'bad ' . ($length - length $rest) . ' -' : "ok $length -";
}

sub lossy {
    my $text = $encoding->decode(my $copy = shift, Encode::FB_DEFAULT);
    return field(bytes($text));
}

sub encode {
    my @values = unpack 'V*', shift;
    my $output = '';
    for my $index (0 .. $#values) {
        my $bytes = eval { $encoding->encode(my $text = chr $values[$index], Encode::FB_CROAK) };
        return "bad $index - " . field($output) unless defined $bytes;
        $output .= $bytes;
    }
    return 'ok ' . @values . ' - ' . field($output);
}

binmode STDIN;
binmode STDOUT;
$| = 1;
print qq({"protocol":1,"name":"Perl, $kind","version":"$^V, Encode $Encode::VERSION",),
    qq("ops":["validate","lossy","encode"]}\n);
while (read STDIN, my $header, 9) {
    my ($op, $id, $length) = unpack 'CVV', $header;
    read STDIN, my $payload, $length;
    my $answer = $op == 1 ? validate($payload) . ' -'
        : $op == 2 ? validate($payload) . ' ' . lossy($payload)
        : $op == 4 ? encode($payload)
        : 'unsupported';
    print "$id $answer\n";
}
