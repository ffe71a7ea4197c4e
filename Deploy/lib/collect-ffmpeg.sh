#!/usr/bin/env bash
# Collects Debian's FFmpeg with what it needs beside a C library: collect-ffmpeg.sh ROOT
# Leaves in ROOT, as a root file system has it, the program and the libraries that it loads, where a loader without a cache and a
# locked process find them, and the Debian packages that they were taken from, where scanners look for them, with their terms.
set -euo pipefail
# shellcheck source=terms.sh
. "$(dirname "$(readlink -f "$0")")/terms.sh"
root=$1

loaded=$(loaded_libraries /usr/bin/ffmpeg)
mapfile -t files <<<"$loaded"
for file in /usr/bin/ffmpeg "${files[@]}"; do
    # Debian's /lib is /usr/lib, and what loads libraries names either.
    place=usr/${file#/}
    place=${place/#usr\/usr/usr}
    mkdir -p "$root/${place%/*}"
    cp -L "$file" "$root/$place"
    record_debian "$file" "$root" "$place" ||
        { echo "collect-ffmpeg: No Debian package has $file, so that its terms are not known." >&2 && exit 1; }
done
