#!/usr/bin/env perl
# Says whether modules import each other as the design allows, and whether the folders of each module form a circle.
use strict;
use warnings;

my $usage = <<'USAGE';
Usage: folders.pl [--arrows] [directory of floors] [module ...]

Reads the Swift files of all modules in the directory (Sources unless it is given), a folder a floor and within a folder a
module, and prints what is wrong:

  - modules that import one of a floor above their own, or one that the design keeps from them, or each other in a circle;
  - folders of a module that use each other's types in a circle, with a file for each arrow. A folder may use the types of the
    folder that it lies in, and that one its types.

A folder uses the types that its files name, also nested ones and those that extensions add, but not members. Comments
and strings do not count. Status 0 if nothing is wrong, 1 otherwise.

--arrows prints all uses between folders, too.
USAGE

# From the top down. A floor that is not named, as Clients, stands apart: its modules import none of ours.
my @floors = qw(Program Service Redaction Image Ground System);
# Modules that know nothing of the floors named, though these lie below.
my %stranger = (
    map({ $_ => [qw(Redaction Image)] } qw(HTTPServer HTTPParsing Containment)),
    map({ $_ => [qw(Redaction Image Ground)] } qw(PrometheusMetrics OTLPTracing)),
);

my $prints_arrows = @ARGV && $ARGV[0] eq '--arrows' && shift;
if (@ARGV && $ARGV[0] =~ /^-/) { print $usage; exit($ARGV[0] =~ /^(-h|--help)$/ ? 0 : 64) }
my $root = shift // 'Sources';
my (%floor, %height, %directory);
@height{@floors} = reverse 1 .. @floors;
for my $floor (entries($root)) {
    for my $module (grep { -d "$root/$floor/$_" } entries("$root/$floor")) {
        ($floor{$module}, $directory{$module}) = ($floor, "$root/$floor/$module");
    }
}
my @modules = sort keys %floor;
my @chosen = @ARGV ? @ARGV : @modules;
my $mistakes = 0;
# Path -> what `tokens` reads.
my %tokens;

for my $module (@chosen) {
    die "There is no module $module in $root.\n" if !$floor{$module};
}
check_imports();
check_folders($_) for @chosen;
exit($mistakes ? 1 : 0);

# Reports a mistake: a line, and those that explain it.
sub report {
    my ($line, @details) = @_;
    print "$line\n", map { "  $_\n" } @details;
    $mistakes++;
}

# MARK: Modules

sub check_imports {
    my %arrows;
    for my $module (@modules) {
        for my $path (swift_files($directory{$module})) {
            for my $import (grep { $floor{$_} && $_ ne $module } imports(tokens($path))) {
                $arrows{$module}{$import} //= "$path imports $import";
            }
        }
    }
    for my $module (sort keys %arrows) {
        for my $import (sort keys %{ $arrows{$module} }) {
            next if may_import($module, $import);
            report("$module may not import $import of $floor{$import}:", $arrows{$module}{$import});
        }
    }
    report_circles("The modules", \%arrows);
}

sub may_import {
    my ($module, $import) = @_;
    my ($own, $other) = map { $height{ $floor{$_} } } $module, $import;
    return $own && $other && $other <= $own && !grep { $_ eq $floor{$import} } @{ $stranger{$module} // [] };
}

sub imports {
    my ($tokens) = @_;
    my @imports;
    for my $i (grep { $tokens->[$_] eq 'import' } 0 .. $#$tokens - 1) {
        my $next = $tokens->[$i + 1];
        $next = $tokens->[$i + 2] if $next =~ /^(struct|class|enum|protocol|typealias|func|let|var)$/;
        push @imports, $next;
    }
    return @imports;
}

# MARK: Folders

sub check_folders {
    my ($module) = @_;
    my $directory = $directory{$module};
    my %file = map { $_ => { tokens => tokens($_) } } swift_files($directory);
    # Qualified name of a type -> folder -> a file that declares it.
    my %types;
    for my $path (sort keys %file) {
        $file{$path}{local} = {};
        walk($file{$path}{tokens}, sub {
            my ($name, $is_local) = @_;
            if ($is_local) { $file{$path}{local}{$name} = 1 }
            else { $types{$name}{ folder($directory, $path) } //= $path }
        });
    }
    my %arrows;
    for my $path (sort keys %file) {
        my $from = folder($directory, $path);
        for my $name (sort { $a cmp $b } uses($module, $file{$path}, \%types)) {
            # A type that this folder declares, too, is its own.
            next if $types{$name}{$from};
            for my $to (sort keys %{ $types{$name} }) {
                print "$module: $from -> $to: $path uses $name of $types{$name}{$to}\n" if $prints_arrows;
                next if $to eq '.' || $from =~ m{^\Q$to\E/};
                $arrows{$from}{$to} //= "$path uses $name of $types{$name}{$to}";
            }
        }
    }
    report_circles("The folders of $module", \%arrows);
}

sub folder {
    my ($directory, $path) = @_;
    return $path =~ m{^\Q$directory\E/(.+)/[^/]+$} ? $1 : '.';
}

# The types of the module that a file names, by their qualified names.
sub uses {
    my ($module, $file, $types) = @_;
    my $tokens = $file->{tokens};
    my %is_parameter = map { $_ => 1 } generic_parameters($tokens);
    my %uses;
    walk($tokens, undef, sub {
        my ($i, @scope) = @_;
        my $word = $tokens->[$i];
        return if $word !~ /^[A-Za-z_]/ || $is_parameter{$word} || ($i > 0 && $tokens->[$i - 1] eq '.');
        if ($word eq $module && !$types->{$word} && $i + 2 <= $#$tokens && $tokens->[$i + 1] eq '.') {
            ($i, @scope) = ($i + 2);
        }
        # From the inside out, as the compiler looks for names.
        my $name;
        for my $depth (reverse 0 .. @scope) {
            $name = join '.', @scope[0 .. $depth - 1], $tokens->[$i];
            return if $file->{local}{$name};
            last if $types->{$name};
        }
        while ($types->{$name}) {
            $uses{$name} = 1;
            return if $i + 2 > $#$tokens || $tokens->[$i + 1] ne '.';
            $i += 2;
            $name .= ".$tokens->[$i]";
            return if $file->{local}{$name};
        }
    });
    return keys %uses;
}

# Goes through the tokens of a file and calls `declare` with the qualified name of each type and whether only the file sees
# it, and `visit` with the index of each token and the types that it is in.
sub walk {
    my ($tokens, $declare, $visit) = @_;
    # For each open brace the types that it is in and whether only the file sees them; what the next brace opens.
    my (@braces, @next);
    for my $i (0 .. $#$tokens) {
        my $word = $tokens->[$i];
        my ($scope, $is_local) = @braces ? @{ $braces[-1] } : ([], 0);
        $visit->($i, @$scope) if $visit;
        if ($word eq '{') {
            push @braces, @next ? [@next] : [$scope, $is_local];
            @next = ();
        } elsif ($word eq '}') {
            pop @braces;
        } elsif (declares_type($tokens, $i)) {
            my $local = $is_local || is_private($tokens, $i);
            my @names = $word eq 'extension' ? qualified($tokens, $i + 1) : (@$scope, $tokens->[$i + 1]);
            $declare->(join('.', @names), $local) if $declare && $word ne 'extension';
            @next = ([@names], $local) if $word !~ /^(typealias|associatedtype)$/;
        }
    }
}

sub declares_type {
    my ($tokens, $i) = @_;
    return 0 if $i == $#$tokens || ($i > 0 && $tokens->[$i - 1] =~ /^([.]|import)$/);
    return $tokens->[$i] =~ /^(struct|class|enum|protocol|actor|extension|typealias|associatedtype)$/
        && $tokens->[$i + 1] =~ /^[A-Za-z_]/
        && $tokens->[$i + 1] !~ /^(func|var|let|subscript)$/;
}

# Whether `private` or `fileprivate` is among the modifiers in front of a declaration.
sub is_private {
    my ($tokens, $i) = @_;
    while (--$i >= 0 && $tokens->[$i] =~ /^(private|fileprivate|internal|package|public|open|final|indirect|nonisolated)$/) {
        return 1 if $tokens->[$i] =~ /private/;
    }
    return 0;
}

# The parts of a name with dots.
sub qualified {
    my ($tokens, $i) = @_;
    my @names = ($tokens->[$i]);
    while ($i + 2 <= $#$tokens && $tokens->[$i + 1] eq '.') {
        $i += 2;
        push @names, $tokens->[$i];
    }
    return @names;
}

# The names in the angle brackets behind the names of declarations.
sub generic_parameters {
    my ($tokens) = @_;
    my @names;
    for my $i (0 .. $#$tokens - 3) {
        next if $tokens->[$i] !~ /^(struct|class|enum|actor|typealias|func|init)$/;
        my $j = $tokens->[$i] eq 'init' ? $i + 1 : $i + 2;
        next if $tokens->[$j] ne '<';
        for (my $depth = 0; $j < $#$tokens; $j++) {
            $depth++ if $tokens->[$j] eq '<';
            $depth-- if $tokens->[$j] eq '>';
            last if $depth == 0;
            push @names, $tokens->[$j + 1] if $depth == 1 && $tokens->[$j] =~ /^[<,]$/;
        }
    }
    return @names;
}

# MARK: Circles

# The places that one gets to from a place along arrows.
sub reachable {
    my ($start, $arrows) = @_;
    my (%seen, @open);
    @open = @{ $arrows->{$start} // [] };
    while (defined(my $next = shift @open)) {
        push @open, @{ $arrows->{$next} // [] } if !$seen{$next}++;
    }
    return keys %seen;
}

# Reports a circle for each knot: the shortest one through one of its members.
sub report_circles {
    my ($title, $arrows) = @_;
    my %targets = map { $_ => [sort keys %{ $arrows->{$_} }] } keys %$arrows;
    my %is_told;
    for my $start (sort keys %targets) {
        next if $is_told{$start};
        my @circle = shortest_circle($start, \%targets) or next;
        # Nothing more about a knot until this circle is open.
        for my $other (reachable($start, \%targets)) {
            $is_told{$other} = 1 if grep { $_ eq $start } reachable($other, \%targets);
        }
        my @details = map { "$circle[$_] -> $circle[$_ + 1]: $arrows->{$circle[$_]}{$circle[$_ + 1]}" } 0 .. $#circle - 1;
        report("$title form a circle: " . join(' -> ', @circle), @details);
    }
}

# The shortest way from `start` back to it; nothing if there is none.
sub shortest_circle {
    my ($start, $targets) = @_;
    my (%came_from, @open);
    @open = ($start);
    while (defined(my $from = shift @open)) {
        for my $to (grep { !$came_from{$_} } @{ $targets->{$from} // [] }) {
            $came_from{$to} = $from;
            push @open, $to;
            next if $to ne $start;
            my @circle = ($start);
            do { unshift @circle, $came_from{ $circle[0] } } until $circle[0] eq $start;
            return @circle;
        }
    }
    return;
}

# MARK: Files

sub entries {
    my ($directory) = @_;
    opendir(my $handle, $directory) or die "$directory: $!\n";
    return sort grep { !/^[.]/ } readdir $handle;
}

sub swift_files {
    my ($directory) = @_;
    my @files;
    for my $path (map { "$directory/$_" } entries($directory)) {
        push @files, -d $path ? swift_files($path) : grep { /[.]swift$/ } $path;
    }
    return @files;
}

# The words and the other characters of a Swift file, but for comments and strings; what is interpolated in strings is kept.
sub tokens {
    my ($path) = @_;
    return $tokens{$path} if $tokens{$path};
    my @tokens;
    # What is open at a place, inside out: code up to a parenthesis, a comment up to its end, or a string up to its delimiter.
    my @open = ({ kind => 'code', depth => 1 });
    open(my $file, '<', $path) or die "$path: $!\n";
    # By the line, as Perl copies a whole text for each match in it.
    while (my $line = <$file>) {
        until ($line =~ /\G\z/gc) {
            my $kind = $open[-1]{kind};
            if ($kind eq 'comment') { read_comment(\$line, \@open) }
            elsif ($kind eq 'string') { read_string(\$line, \@open) }
            else { read_code(\$line, \@open, \@tokens) }
        }
    }
    return $tokens{$path} = \@tokens;
}

sub read_code {
    my ($line, $open, $tokens) = @_;
    if ($$line =~ m{\G(?:\s+|//.*\n?)}gc) { return }
    if ($$line =~ m{\G/[*]}gc) { push @$open, { kind => 'comment' } }
    elsif ($$line =~ m{\G(#*)("""|")}gc) { push @$open, { kind => 'string', end => "$2$1", escape => "\\$1" } }
    elsif ($$line =~ m{\G`?([A-Za-z_]\w*)`?|\G(\d\w*|.)}gcs) {
        my $token = $1 // $2;
        push @$tokens, $token;
        $open->[-1]{depth}++ if $token eq '(';
        # The file itself is open to its end, however many parentheses are closed.
        pop @$open if $token eq ')' && --$open->[-1]{depth} == 0 && @$open > 1;
    }
}

# Comments nest.
sub read_comment {
    my ($line, $open) = @_;
    if ($$line =~ m{\G/[*]}gc) { push @$open, { kind => 'comment' } }
    elsif ($$line =~ m{\G[*]/}gc) { pop @$open }
    else { $$line =~ m{\G.[^*/]*}gcs }
}

sub read_string {
    my ($line, $open) = @_;
    my ($end, $escape) = @{ $open->[-1] }{qw(end escape)};
    if ($$line =~ m{\G\Q$end\E}gc) { pop @$open }
    elsif ($$line =~ m{\G\Q$escape\E\(}gc) { push @$open, { kind => 'code', depth => 1 } }
    else { $$line =~ m{\G(?:\Q$escape\E.|.)[^"\\]*}gcs }
}
