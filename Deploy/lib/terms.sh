# shellcheck shell=bash
# Gathers the terms of what is linked into a program. To be sourced.

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
