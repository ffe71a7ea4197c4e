#!/usr/bin/env bash
# Compiles all C for aarch64, and holds programs of it, run by an emulator, against the same programs for this machine: the same
# pixels, codecs and memory, and filters that say the same of every system call that both have.
# No Swift names an architecture, so that there is nothing of it to compare.
# Usage: aarch64.sh DIRECTORY, which keeps what is unpacked: compiler and linker are Swift's, the rest is Debian's.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
# shellcheck source=setup.sh
. Deploy/lib/setup.sh
directory=$1
system=$directory/system emulator=$directory/emulator
mkdir -p "$directory"
libraries=(libc6 libc6-dev linux-libc-dev libcrypt1 libcrypt-dev libgcc-12-dev libgcc-s1 libpng-dev libpng16-16
    libjpeg62-turbo libjpeg62-turbo-dev libwebp-dev libwebp7 libde265-dev libde265-0 libseccomp-dev libseccomp2 zlib1g zlib1g-dev)

# Unpacks packages of a foreign architecture, which apt is told of for this alone: nothing of the machine is changed.
unpack_foreign() {
    local package apt
    [[ -f $system/list && "${libraries[*]}" == "$(<"$system/list")" ]] && return
    say "Unpacking libraries for aarch64"
    rm -rf "$system" && mkdir -p "$system/apt/lists/partial" "$system/apt/archives/partial" && : >"$system/apt/status"
    apt=$(readlink -f "$system/apt")
    printf '%s;\n' "Dir::State::status \"$apt/status\"" "Dir::State::lists \"$apt/lists\"" "Dir::Cache \"$apt\"" \
        'APT::Architecture "arm64"' '#clear APT::Architectures' 'APT::Architectures "arm64"' \
        "APT::Sandbox::User \"$(id -un)\"" >"$apt/configuration"
    (
        export APT_CONFIG=$apt/configuration
        # A source that has no such architecture is passed over.
        apt-get -qq update && cd "$apt" && apt-get -qq download "${libraries[@]}"
    ) || return
    for package in "$apt"/*.deb; do dpkg-deb -x "$package" "$system" || return; done
    rm -r "$apt" && echo "${libraries[*]}" >"$system/list"
}

unpack_foreign || fail "There are no libraries for aarch64."
unpack_packages "$emulator" qemu-user
sources=$directory/sources
rm -rf "$sources" && mkdir -p "$sources"
flags=(-std=c11 -O2 -Wall -Wextra -Werror -Wno-c23-extensions)
includes=(Sources/*/C*/include)
includes=("${includes[@]/#/-I}" -ISources/Service/CContainment)
foreign=(--target=aarch64-unknown-linux-gnu "--sysroot=$system")

# compile NAME PART...: Tests/System/Aarch64/NAME.c with libraries and all C of these targets, for this machine and the other.
compile() {
    local name=$1 part files=() linked=()
    shift
    for part in "$@"; do
        case $part in -l*) linked+=("$part") ;; *) files+=(Sources/*/"$part"/*.c) ;; esac
    done
    clang "${flags[@]}" "${includes[@]}" -o "$directory/$name.here" "Tests/System/Aarch64/$name.c" "${files[@]}" "${linked[@]}"
    clang "${flags[@]}" "${includes[@]}" "${foreign[@]}" -fuse-ld=lld -o "$directory/$name.there" "Tests/System/Aarch64/$name.c" \
        "${files[@]}" "${linked[@]}"
}

# run NAME ARGUMENT...: leaves in NAME.here.out and NAME.there.out what the programs print.
run() {
    local name=$1
    shift
    "$directory/$name.here" "$@" >"$directory/$name.here.out" || fail "$name fails here."
    (use_unpacked "$emulator" && qemu-aarch64 -L "$system" "$directory/$name.there" "$@") >"$directory/$name.there.out" ||
        fail "$name fails on aarch64."
    [[ -s $directory/$name.here.out ]] || fail "$name printed nothing."
}

same() {
    local name=$1
    run "$@"
    diff "$directory/$name.here.out" "$directory/$name.there.out" >"$directory/$name.diff" ||
        { head -n 20 "$directory/$name.diff" >&2 && fail "$name: not the same on aarch64."; }
    say "$name: the same $(wc -l <"$directory/$name.here.out") lines on aarch64"
}

! grep -rnE '\b(arch|_endian|_pointerBitWidth)\(|x86_64|aarch64' Sources --include='*.swift' >&2 || fail "Swift names an architecture."
# Everything, whether a program below uses it or not.
for file in Sources/*/C*/*.c; do
    clang "${flags[@]}" "${includes[@]}" "${foreign[@]}" -c -o "$sources/$(tr / - <<<"$file").o" "$file"
done
say "compiled: $(find "$sources" -name '*.o' | wc -l) files of C"

compile pixels CPixelKernels -lz
same pixels
compile memory CSecureMemory
same memory
compile codecs CImageCodecs CSecureMemory -lpng16 -ljpeg -lz
mapfile -t pictures < <(find Tests/Support/Samples/Screens -name '*.png' -o -name '*.jpg' | LC_ALL=C sort)
same codecs "${pictures[@]}"

compile filters CContainment -lseccomp
run filters
# By name, as each architecture has calls that the other lacks.
join <(LC_ALL=C sort "$directory/filters.here.out") <(LC_ALL=C sort "$directory/filters.there.out") >"$directory/filters.both"
awk '$2 != $3' "$directory/filters.both" >"$directory/filters.diff"
[[ ! -s $directory/filters.diff ]] || { head -n 20 "$directory/filters.diff" >&2 && fail "filters: not the same on aarch64."; }
calls=$(cut -d / -f 2 "$directory/filters.both" | sort -u | wc -l)
((calls > 200)) || fail "filters: only $calls calls were compared."
say "filters: the same answers for $calls system calls on aarch64"
