# shellcheck shell=bash
# Gathers the terms of what a program is linked with and carries. To be sourced.

# Copies the terms of Swift and of packages that were checked out for a build.
# Usage: copy_terms CHECKOUTS LINKED PACKAGE...
copy_terms() {
    local checkouts=$1 linked=$2 package
    shift 2
    mkdir -p "$linked/swift"
    cp "$(dirname "$(readlink -f "$(command -v swift)")")/../share/swift/LICENSE.txt" "$linked/swift"
    for package; do
        mkdir -p "$linked/$package"
        find "$checkouts/$package" -maxdepth 1 -type f \( -name 'LICENSE*' -o -name 'NOTICE*' \) -exec cp -t "$linked/$package" {} +
    done
}

# Records the Debian package that a file was taken from, where scanners look for it, with its terms. Status 1 if none has the file.
# Usage: record_debian FILE ROOT PLACE, the path of the copy in the root file system ROOT
record_debian() {
    local file=$1 root=$2 place=$3 package
    local documents=$root/usr/share/doc status=$root/var/lib/dpkg/status.d
    package=$(owner "$file") || return
    # Joined, as `set -e` does not hold where the status is asked for.
    mkdir -p "$documents/$package" "$status" &&
        printf '%s  %s\n' "$(md5sum <"$file" | cut -d ' ' -f 1)" "$place" >>"$status/$package.md5sums" &&
        { [[ -e $status/$package ]] || dpkg-query -s "$package" >"$status/$package"; } &&
        cp -L "/usr/share/doc/$package/copyright" "$documents/$package/copyright"
}

# Prints the Debian package that has a file. Its list has some files with /usr before them and others without.
owner() {
    local file found
    file=$(realpath "$1")
    # Its status says that one of the two is not known.
    found=$(dpkg-query -S "$file" "${file#/usr}" 2>/dev/null) || [[ -n $found ]] || return
    echo "${found%%:*}"
}

# Lists the libraries that a program loads, but for those that every glibc, or the base of the image, comes with.
loaded_libraries() {
    local loaded
    loaded=$(ldd "$1") || { echo "$1 is no program of this machine." >&2 && return 1; }
    [[ $loaded != *'not found'* ]] || { echo "Libraries are missing: $(grep 'not found' <<<"$loaded")" >&2 && return 1; }
    awk '$3 ~ "^/" && $3 !~ "/(libc|libm|libdl|librt|libpthread|libgcc_s|libstdc[+][+])[.]so" { print $3 }' <<<"$loaded"
}
