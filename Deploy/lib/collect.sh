#!/usr/bin/env bash
# Collects what a program needs beside a C library: collect.sh PROGRAM ROOT
# Leaves in ROOT, as a root file system has it, the program, the libraries that it loads, the fonts that messages are set in, and
# the Debian packages that both were taken from, where scanners look for them, with their terms.
set -euo pipefail
program=$1 root=$2
libraries=$root/usr/lib/snapveil fonts=$root/usr/share/snapveil/fonts
documents=$root/usr/share/doc status=$root/var/lib/dpkg/status.d
mkdir -p "$root/usr/bin" "$libraries" "$fonts" "$documents" "$status"

fail() { echo "collect: $*" >&2 && exit 1; }

# Without the hashes of modules, which differ from build to build, and what is made of them.
strip -R .swift_modhash -R .note.gnu.build-id -o "$root/usr/bin/snapveil" "$program"

# What every glibc, or the base of the image, comes with is left out.
loaded=$(ldd "$program") || fail "$program is no program of this machine."
[[ $loaded != *'not found'* ]] || fail "Libraries are missing: $(grep 'not found' <<<"$loaded")"
mapfile -t files < <(awk '$3 ~ "^/" && $3 !~ "/(libc|libm|libdl|librt|libpthread|libgcc_s|libstdc[+][+])[.]so" { print $3 }' <<<"$loaded")
cp -L "${files[@]}" "$libraries"
used=("${files[@]}")

# Inter, and where it lacks a character, a font for each script, one for Han, kana and Hangul, and one for emoji.
scripts=(Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam Myanmar
    Sinhala Symbols Symbols2 Tamil Telugu Thai)
scripts=("${scripts[@]/#/truetype/noto/NotoSans}")
files=(opentype/inter/Inter-{Regular,SemiBold}.otf truetype/noto/{NotoColorEmoji,NotoSansArabic-Bold,NotoSansHebrew-Bold}.ttf
    truetype/wqy/wqy-microhei.ttc "${scripts[@]/%/-Regular.ttf}")
files=("${files[@]/#//usr/share/fonts/}")
cp "${files[@]}" "$fonts"
used+=("${files[@]}")

# owner FILE: the Debian package that has it. Its list has some files with /usr before them and others without.
owner() {
    local file found
    file=$(realpath "$1")
    found=$(dpkg-query -S "$file" 2>/dev/null) || found=$(dpkg-query -S "${file#/usr}" 2>/dev/null) || return 1
    cut -d : -f 1 <<<"$found"
}

for file in "${used[@]}"; do
    package=$(owner "$file") || {
        # Those of the toolchain, where it is not linked into the program.
        [[ $(realpath "$file") == */swift/linux/* ]] || fail "No Debian package has $file, so that its terms are not known."
        continue
    }
    case $file in *.so*) place=usr/lib/snapveil ;; *) place=usr/share/snapveil/fonts ;; esac
    printf '%s  %s\n' "$(md5sum <"$file" | cut -d ' ' -f 1)" "$place/${file##*/}" >>"$status/$package.md5sums"
    [[ -e $status/$package ]] || dpkg-query -s "$package" >"$status/$package"
    mkdir -p "$documents/$package"
    cp -L "/usr/share/doc/$package/copyright" "$documents/$package/copyright"
done
