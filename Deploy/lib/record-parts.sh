#!/usr/bin/env bash
# Records what an image is made of, where scanners look for it: the Debian packages that files were taken from, as a
# distroless base records its own, and in /usr/share/doc what was linked into the program, all with their licences.
# Usage: record-parts.sh ROOT PACKAGE-DIRECTORY LINKER-MAP LIBRARIES FONTS, in the stage that built the program.
set -euo pipefail
root=$1 sources=$2 map=$3 libraries=$4 fonts=$5
status=$root/var/lib/dpkg/status.d documents=$root/usr/share/doc
ours=$documents/snapveil
mkdir -p "$status" "$ours/linked"

# record_file FILE DIRECTORY: notes that a file, which is in this directory of the image, is of the Debian package that has one
# of its name.
record_file() {
    local file=$1 directory=$2 name package
    name=${file##*/}
    package=$(dpkg-query -S "*/$name" | sed -n 's/: .*//p' | sort -u)
    # One name, or it is not known which file this is.
    [[ -n $package && $package != *$'\n'* ]] || { echo "$name is of no package, or of several: $package" >&2 && exit 1; }
    printf '%s  %s\n' "$(md5sum <"$file" | cut -d ' ' -f 1)" "$directory/$name" >>"$status/${package%:*}.md5sums"
    [[ ! -e $status/${package%:*} ]] || return 0
    dpkg-query -s "$package" >"$status/${package%:*}"
    mkdir -p "$documents/${package%:*}"
    cp -L "/usr/share/doc/${package%:*}/copyright" "$documents/${package%:*}/copyright"
}

for file in "$libraries"/*; do record_file "$file" usr/lib/snapveil; done
for file in "$fonts"/*; do record_file "$file" usr/share/fonts/snapveil; done

# What the linker read: libraries of the toolchain, and objects that are made of the checked out packages.
grep -oE '[^ ():]*/swift_static/[^ ():]*\.a' "$map" | sed 's,.*/,,' | LC_ALL=C sort -u >"$ours/swift-libraries"
[[ -s $ours/swift-libraries ]] || { echo "The linker's map names no library of Swift." >&2 && exit 1; }
swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' >"$ours/swift-version"
mkdir "$ours/linked/swift"
cp "$(dirname "$(readlink -f "$(command -v swift)")")/../share/swift/LICENSE.txt" "$ours/linked/swift/"
cp "$sources/Package.resolved" "$ours/"
tr -d "'" <"$sources/.build/release/snapveil.product/Objects.LinkFileList" | sed -nE 's,(.*/[^/]+\.build)/.*,\1,p' | sort -u |
    while read -r module; do
        # Objects of C have no list of sources; they are only ever linked beside those of Swift that use them.
        [[ ! -f $module/sources ]] || sed -nE 's,^.*/\.build/checkouts/([^/]+)/.*,\1,p' "$module/sources"
    done | sort -u | while read -r package; do
        mkdir "$ours/linked/$package"
        find "$sources/.build/checkouts/$package" -maxdepth 1 -type f \( -name 'LICENSE*' -o -name 'NOTICE*' \) \
            -exec cp -t "$ours/linked/$package" {} +
    done
