#!/usr/bin/env bash
# Records what was linked into a program, with its terms: record-linked.sh SOURCES MAP ROOT
# SOURCES is where it was built for release, MAP is the linker's, ROOT is what collect.sh made.
set -euo pipefail
# shellcheck source=terms.sh
. "$(dirname "$(readlink -f "$0")")/terms.sh"
sources=$1 map=$2 ours=$3/usr/share/doc/snapveil
mkdir -p "$ours"

grep -oE '[^ ():]*/swift_static/[^ ():]*\.a' "$map" | sed 's,.*/,,' | LC_ALL=C sort -u >"$ours/swift-libraries"
[[ -s $ours/swift-libraries ]] || { echo "The linker's map names no library of Swift." >&2 && exit 1; }
swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' >"$ours/swift-version"
cp "$sources/Package.resolved" "$ours/"
# Objects are made of the packages that were checked out. Those of C have no list of sources; they are only ever linked beside
# those of Swift that use them.
names=$(tr -d "'" <"$sources/.build/release/snapveil.product/Objects.LinkFileList" | sed -nE 's,(.*/[^/]+\.build)/.*,\1,p' | sort -u |
    while read -r module; do
        [[ ! -f $module/sources ]] || sed -nE 's,^.*/\.build/checkouts/([^/]+)/.*,\1,p' "$module/sources"
    done | sort -u)
mapfile -t packages <<<"$names"
copy_terms "$sources/.build/checkouts" "$ours/linked" "${packages[@]}"
