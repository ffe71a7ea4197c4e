#!/usr/bin/env bash
# Collects what a program needs beside a C library: collect.sh PROGRAM ROOT
# Leaves in ROOT, as a root file system has it, the program, the libraries that it loads, the fonts that messages are set in, and
# the Debian packages that both were taken from, where scanners look for them, with their terms.
set -euo pipefail
# shellcheck source=terms.sh
. "$(dirname "$(readlink -f "$0")")/terms.sh"
program=$1 root=$2
libraries=$root/usr/lib/snapveil fonts=$root/usr/share/snapveil/fonts
mkdir -p "$root/usr/bin" "$libraries" "$fonts"

fail() { echo "collect: $*" >&2 && exit 1; }

# Without the hashes of modules, which differ from build to build, and what is made of them.
strip -R .swift_modhash -R .note.gnu.build-id -o "$root/usr/bin/snapveil" "$program"

loaded=$(loaded_libraries "$program")
mapfile -t files <<<"$loaded"
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

for file in "${used[@]}"; do
    case $file in *.so*) place=usr/lib/snapveil ;; *) place=usr/share/snapveil/fonts ;; esac
    # Those of the toolchain have none, where it is not linked into the program.
    record_debian "$file" "$root" "$place/${file##*/}" || [[ $(realpath "$file") == */swift/linux/* ]] ||
        fail "No Debian package has $file, so that its terms are not known."
done
