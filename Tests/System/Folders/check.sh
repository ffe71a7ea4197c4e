#!/usr/bin/env bash
# Tries folders.pl on a small tree: it has to find what is wrong, and nothing that is not.
set -euo pipefail
folders=$(readlink -f "$(dirname "$0")/../../../Deploy/lib/folders.pl")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Makes a tree of modules anew from standard input, in which a line `== PATH` is in front of each file.
make_tree() {
    local path='' line
    rm -rf "$work/Sources"
    while IFS= read -r line; do
        if [[ $line == '== '* ]]; then
            path=$work/Sources/${line#== }
            mkdir -p "$(dirname "$path")" && : >"$path"
        else
            printf '%s\n' "$line" >>"$path"
        fi
    done
}

# Expects a status and, in what is printed, a text.
expect() {
    local name=$1 status=$2 text=$3 got=0 output
    output=$(cd "$work" && perl "$folders") || got=$?
    if [[ $got != "$status" || $output != *"$text"* ]]; then
        printf 'FAILED: %s: status %s, and not %s with "%s":\n%s\n' "$name" "$got" "$status" "$text" "$output" >&2
        exit 1
    fi
    printf 'passed: %s\n' "$name"
}

make_tree <<'TREE'
== Image/ImageCore/Pixels/Pixel.swift
import SecureMemory
// A Blur reads them. /* Not a comment's start.
/* Comments /* nest: */ Blur */
public struct Pixel {
    enum Kind { case blur }
    let name = "Blur \" Blur", raw = #"Blur \(Blur) "Blur" "#
    let long = """
        Blur "Blur" \("Blur")
        """
    func kind<Blur>(of blur: Blur) -> Kind { .Blur }
}
private struct Weights {}
== Image/ImageCore/Effects/Blur.swift
struct Blur {
    let pixel: ImageCore.Pixel
    enum Kind { case gaussian }
    private let kind: Kind
}
private struct Weights {}
== Image/ImageCore/Effects/Box/BoxBlur.swift
extension Blur { struct Box { let kind: Kind, pixel: Pixel } }
== Ground/SecureMemory/SecureBytes.swift
public struct SecureBytes {}
== Redaction/Redaction/Policy/Policy.swift
import struct ImageCore.Pixel
struct Policy {}
== Service/HTTPServer/Server.swift
struct Server {}
== Clients/Swift/Client.swift
struct Client {}
TREE
expect "what is right passes" 0 ""

echo 'let box: Blur.Box? = nil' >>"$work/Sources/Image/ImageCore/Effects/Blur.swift"
expect "a folder and its subfolder know each other" 0 ""

# shellcheck disable=SC2016
echo 'let text = "\(Blur.Kind.gaussian, "\(1)") and more"' >"$work/Sources/Image/ImageCore/Pixels/Text.swift"
expect "a use in a string" 1 "Pixels -> Effects: Sources/Image/ImageCore/Pixels/Text.swift uses Blur of"

rm "$work/Sources/Image/ImageCore/Pixels/Text.swift"
echo 'public import Redaction' >>"$work/Sources/Service/HTTPServer/Server.swift"
expect "an import that is not allowed" 1 "HTTPServer may not import Redaction of Redaction"

sed -i '$d' "$work/Sources/Service/HTTPServer/Server.swift"
echo '@testable import ImageCore' >>"$work/Sources/Ground/SecureMemory/SecureBytes.swift"
expect "a module that imports one of a floor above" 1 "SecureMemory may not import ImageCore of Image"
expect "modules in a circle" 1 "The modules form a circle: ImageCore -> SecureMemory -> ImageCore"

sed -i '$d' "$work/Sources/Ground/SecureMemory/SecureBytes.swift"
echo 'import ImageCore' >>"$work/Sources/Clients/Swift/Client.swift"
expect "a client that imports a module" 1 "Swift may not import ImageCore of Image"
