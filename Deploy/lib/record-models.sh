#!/usr/bin/env bash
# Puts models, and the library that runs them, into a tree where the program looks for them: record-models.sh ROOT [GIVEN]
# They are those of the directory GIVEN if they are there, else of PyPI. Where they cannot be had, the tree stays without, unless
# MODELS=required: the program refuses what takes them then, and does everything else.
# Leaves beside the terms of all else, for each wheel that they were taken from, its terms, its version and a list of its files.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
models=$1/usr/share/snapveil/models documents=$1/usr/share/doc/snapveil/models
mkdir -p "$models"
[[ ! -e ${2-}/libonnxruntime.so ]] || cp -r "$2"/* "$models"
if ! bash "$here/models.sh" "$models"; then
    [[ ${MODELS-} != required ]] || exit 1
    echo "record-models: There are no models: text, faces and codes will not be looked for." >&2
    rm -rf "$models" && exit
fi

while read -r wheel version; do
    mkdir -p "$documents/$wheel"
    echo "$version" >"$documents/$wheel/version"
    mv "$models/licenses/$wheel.txt" "$documents/$wheel/LICENSE"
    [[ ! -e $models/licenses/$wheel-third-parties.txt ]] ||
        mv "$models/licenses/$wheel-third-parties.txt" "$documents/$wheel/third-parties"
    awk -v wheel="$wheel" '!/^#/ && $3 !~ "/" && index($4, wheel "/") == 1 { print $3 }' "$here/models.txt" |
        sort -u >"$documents/$wheel/files"
done < <(sed -nE 's/^([a-z0-9-]+)==([0-9.]+) .*/\1 \2/p' "$here/models-requirements.txt")
# All terms were moved.
rmdir "$models/licenses"
