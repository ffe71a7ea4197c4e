#!/usr/bin/env perl
# Copies a data package of ICU from its standard input to its output, and leaves out the items that a program without a user's
# language never asks for. The format is that of "ICU data header" and of `UDataOffsetTOCEntry` in ICU's ucmndata.h.
use strict;
use warnings;

# Bytes, as items are laid out by ICU's own tool.
my $ALIGNMENT = 16;

binmode($_) for *STDIN, *STDOUT;
my $package = do { local $/; <STDIN> };
my ($header_size, $magic1, $magic2) = unpack('v C C', $package);
die "This is no data package of ICU.\n" if $magic1 != 0xda || $magic2 != 0x27 || substr($package, 12, 4) ne 'CmnD';
# A table of contents behind the header, sorted by name; its offsets count from its own start.
my $body = substr($package, $header_size);
my $count = unpack('V', $body);
my @items = map { [unpack('V2', substr($body, 4 + 8 * $_, 8))] } 0 .. $count - 1;
for my $i (0 .. $#items) {
    my ($name_at, $data_at) = @{ $items[$i] };
    my $end = $i < $#items ? $items[$i + 1][1] : length $body;
    $items[$i] = { name => unpack('Z*', substr($body, $name_at, 256)), data => substr($body, $data_at, $end - $data_at) };
}
my @kept = grep { is_kept($_->{name} =~ s{^[^/]+/}{}r) } @items;

my $names_at = 4 + 8 * @kept;
my $names = join '', map { "$_->{name}\0" } @kept;
my $data_at = aligned($names_at + length $names);
my ($table, $data) = ('', '');
for my $item (@kept) {
    $table .= pack('V2', $names_at, $data_at + length $data);
    $names_at += 1 + length $item->{name};
    $data .= $item->{data};
    $data .= "\0" x (aligned(length $data) - length $data);
}
my $contents = pack('V', scalar @kept) . $table . $names;
print substr($package, 0, $header_size), $contents, "\0" x ($data_at - length $contents), $data;
warn sprintf("locale-data: %d of %d items, %.1f of %.1f MB\n", scalar @kept, $count, ($header_size + $data_at + length $data) / 1e6,
    length($package) / 1e6);

sub aligned { my ($offset) = @_; return $offset + -$offset % $ALIGNMENT }

# A name without the package's: a file, or a folder and a file.
sub is_kept {
    my ($name) = @_;
    # Encodings but those that ICU has built in, profiles of network protocols, names of characters.
    return 0 if $name =~ /[.](cnv|spp)$/ || $name eq 'unames.icu';
    # How languages sort, are transliterated, spell numbers and look up words without spaces.
    return 0 if $name =~ m{^(coll|translit|rbnf)/} || $name =~ /[.]dict$/;
    # Of the locales, those that a program may fall back to.
    return $name =~ m{(^|/)(en|en_US|en_US_POSIX|res_index)[.]res$} if $name =~ m{(^|/)[a-z]{2,3}(_\w+)?[.]res$};
    return 1;
}
