#!/usr/bin/env python3
"""Prints what an image of Snapveil is made of, as JSON in SPDX 2.3.

    sbom.py ROOT VERSION ARCHITECTURE CREATED

ROOT holds the files of the image. Everything comes from there: Debian packages from what dpkg and distroless bases write,
their licences from their copyright files where those are machine-readable, what was linked into the program from what
record-linked.sh wrote, and models from what record-models.sh wrote. VERSION is that of Snapveil, CREATED a time as in
2026-01-31T12:00:00Z.
"""

import hashlib
import json
import pathlib
import re
import sys

# Debian's names of licences that SPDX calls otherwise. Those that differ from one package to the next are not here: they are
# named as Debian does, with their text.
LICENSES = {
    "agpl-3": "AGPL-3.0-only", "apache-2.0": "Apache-2.0", "artistic": "Artistic-1.0-Perl", "bsd-2-clause": "BSD-2-Clause",
    "bsd-3-clause": "BSD-3-Clause", "bsl-1.0": "BSL-1.0", "cc0-1.0": "CC0-1.0", "expat": "MIT", "ftl": "FTL",
    "gpl-1+": "GPL-1.0-or-later", "gpl-2": "GPL-2.0-only", "gpl-2+": "GPL-2.0-or-later", "gpl-2.0": "GPL-2.0-only",
    "gpl-2.0+": "GPL-2.0-or-later", "gpl-3": "GPL-3.0-only", "gpl-3+": "GPL-3.0-or-later", "isc": "ISC",
    "lgpl-2": "LGPL-2.0-only", "lgpl-2+": "LGPL-2.0-or-later", "lgpl-2.1": "LGPL-2.1-only", "lgpl-2.1+": "LGPL-2.1-or-later",
    "lgpl-3": "LGPL-3.0-only", "lgpl-3+": "LGPL-3.0-or-later", "mpl-1.1": "MPL-1.1", "mpl-2.0": "MPL-2.0",
    "ofl-1.1": "OFL-1.1", "sil-1.1": "OFL-1.1", "zlib": "Zlib",
}
UNKNOWN = "NOASSERTION"


def identifier(*parts):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", "-".join(parts))


class Licenses:
    """Licences as SPDX writes them, and the texts of those that it has no name for."""

    def __init__(self):
        self.texts = {}

    def own(self, package, name, text):
        reference = re.sub(r"[^A-Za-z0-9.-]+", "-", f"LicenseRef-{package}-{name}").rstrip("-")
        self.texts[reference] = (name, text or name)
        return reference

    def expression(self, package, name, texts):
        """What a License field says: names with "and", "or" and commas between them."""
        terms = []
        for word in re.split(r"(?:,\s*|\s+)(and|or)\s+|\s*(?:,|;)\s*", name, flags=re.IGNORECASE):
            if word and word.lower() in ("and", "or"):
                terms.append(word.upper())
            elif word:
                terms.append(LICENSES.get(word.lower()) or self.own(package, word, texts.get(word)))
        return f"({' '.join(terms)})" if len(terms) > 1 else terms[0]

    def of_copyright(self, package, path):
        """All licences of a copyright file that is machine-readable (Debian's format 1.0)."""
        text = path.read_text(errors="replace") if path.is_file() else ""
        if not re.match(r"Format(-Specification)?:", text, re.IGNORECASE):
            return UNKNOWN
        texts, names = {}, set()
        for stanza in re.split(r"\n\s*\n(?=\S)", text):
            found = re.search(r"^License:[ \t]*(.*)\n?((?:[ \t].*\n?)*)", stanza, re.MULTILINE)
            if not found:
                continue
            name = " ".join(found[1].split())
            if found[2].strip():
                texts.setdefault(name, re.sub(r"(?m)^ \.?", "", found[2]).strip())
            if re.search(r"^Files:", stanza, re.MULTILINE) and name:
                names.add(name)
        expressions = sorted({self.expression(package, name, texts) for name in names})
        return " AND ".join(expressions) or UNKNOWN

    @staticmethod
    def of_texts(directory):
        """The licence of a Swift package, by its text."""
        text = " ".join(" ".join(path.read_text().split()) for path in sorted(directory.glob("LICENSE*")))
        if "creativecommons.org/licenses/by-sa/4.0/" in text:
            return "CC-BY-SA-4.0"
        if "Apache License" in text:
            return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0"
        return "MIT" if "Permission is hereby granted, free of charge" in text else UNKNOWN


class Image:
    """The files of an image, and the document that tells of them."""

    def __init__(self, root, version, architecture):
        self.root, self.version, self.architecture = root, version, architecture
        self.licenses = Licenses()
        self.packages, self.files, self.relationships = [], {}, []

    def relate(self, one, kind, other):
        self.relationships.append({"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other})

    def add(self, key, name, version, license, purpose, purl=None, **more):
        package = {
            "SPDXID": key, "name": name, "downloadLocation": UNKNOWN, "filesAnalyzed": False, "licenseConcluded": UNKNOWN,
            "licenseDeclared": license, "copyrightText": UNKNOWN, "primaryPackagePurpose": purpose,
            "supplier": UNKNOWN, **more,
        }
        if version:
            package["versionInfo"] = version
        if purl:
            package["externalRefs"] = [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
            ]
        self.packages.append(package)
        return key

    def add_file(self, path):
        content = (self.root / path).read_bytes()
        key = identifier("File", path)
        checksums = [(name, hashlib.new(name, content).hexdigest()) for name in ("sha1", "sha256")]
        self.files[key] = {
            "SPDXID": key, "fileName": f"./{path}", "licenseConcluded": UNKNOWN, "licenseInfoInFiles": [UNKNOWN],
            "copyrightText": UNKNOWN,
            "checksums": [{"algorithm": name.upper(), "checksumValue": value} for name, value in checksums],
        }
        return key

    def debian_packages(self):
        """Fields of each package, and its list of files if there is one."""
        status = self.root / "var/lib/dpkg"
        for path in [status / "status", *sorted((status / "status.d").glob("*"))]:
            if path.suffix == ".md5sums" or not path.is_file():
                continue
            for stanza in re.split(r"\n\s*\n", path.read_text()):
                fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.*)$", stanza, re.MULTILINE))
                if "Package" in fields:
                    yield fields, path.with_name(path.name + ".md5sums")

    def add_debian(self, image):
        documents = self.root / "usr/share/doc"
        known = set()
        for fields, sums in self.debian_packages():
            name = fields["Package"]
            known.add(name)
            license = self.licenses.of_copyright(name, documents / name / "copyright")
            key = self.add(
                identifier("Debian", name), name, fields["Version"], license, "LIBRARY",
                f"pkg:deb/debian/{name}@{fields['Version'].replace('+', '%2B').replace(':', '%3A')}"
                f"?arch={fields['Architecture']}&distro=debian-12",
                sourceInfo=f"Debian's source package {fields.get('Source', name)}",
            )
            self.relate(image, "CONTAINS", key)
            for line in sums.read_text().splitlines() if sums.is_file() else []:
                path = line.split(maxsplit=1)[1]
                if path.startswith(("usr/lib/snapveil/", "usr/share/snapveil/fonts/")):
                    self.relate(self.add_file(path), "EXPANDED_FROM_ARCHIVE", key)
        for path in sorted(documents.glob("*/copyright")):
            name = path.parent.name
            if name not in known | {"snapveil"}:
                key = self.add(
                    identifier("Debian", name), name, None, self.licenses.of_copyright(name, path), "LIBRARY",
                    comment="The base of the image has its copyright file and does not say which version it is.",
                )
                self.relate(image, "CONTAINS", key)

    def add_program(self, image):
        ours = self.root / "usr/share/doc/snapveil"
        file = self.add_file("usr/bin/snapveil")
        # Of one file, the code is the digest of its digest.
        code = hashlib.sha1(self.files[file]["checksums"][0]["checksumValue"].encode()).hexdigest()
        program = self.add(
            identifier("Program"), "snapveil", self.version, "Apache-2.0", "APPLICATION",
            filesAnalyzed=True, packageVerificationCode={"packageVerificationCodeValue": code},
        )
        self.relate(image, "CONTAINS", program)
        self.relate(program, "CONTAINS", file)
        pins = {pin["location"].rstrip("/").removesuffix(".git").split("/")[-1]: pin
                for pin in json.loads((ours / "Package.resolved").read_text())["pins"]}
        for directory in sorted((ours / "linked").iterdir()):
            name = directory.name
            license = self.licenses.of_texts(directory)
            if name == "swift":
                libraries = (ours / "swift-libraries").read_text().split()
                version = (ours / "swift-version").read_text().strip()
                key = self.add(identifier("Swift"), name, version, license, "LIBRARY",
                               comment=f"Linked of the toolchain: {', '.join(libraries)}.")
            else:
                location, state = pins[name]["location"].removesuffix(".git"), pins[name]["state"]
                version = state.get("version", state["revision"])
                key = self.add(identifier("Swift", name), name, version, license, "LIBRARY",
                               f"pkg:swift/{location.removeprefix('https://')}@{version}",
                               sourceInfo=f"Revision {state['revision']} of {location}")
            self.relate(program, "STATIC_LINK", key)

    def add_models(self, image):
        for directory in sorted((self.root / "usr/share/doc/snapveil/models").glob("*")):
            name, version = directory.name, (directory / "version").read_text().strip()
            key = self.add(
                identifier("Model", name), name, version, self.licenses.of_texts(directory), "LIBRARY",
                (directory / "purl").read_text().strip(),
            )
            self.relate(image, "CONTAINS", key)
            for file in (directory / "files").read_text().split():
                self.relate(self.add_file(f"usr/share/snapveil/models/{file}"), "EXPANDED_FROM_ARCHIVE", key)

    def document(self, created):
        image = self.add(
            identifier("Image"), f"snapveil image for {self.architecture}", self.version, UNKNOWN, "CONTAINER",
            f"pkg:oci/snapveil?arch={self.architecture}&tag={self.version}",
        )
        self.relate("SPDXRef-DOCUMENT", "DESCRIBES", image)
        self.add_program(image)
        self.add_debian(image)
        self.add_models(image)
        name = f"snapveil-{self.version}-linux-{self.architecture}"
        digest = hashlib.sha256((self.root / "usr/bin/snapveil").read_bytes()).hexdigest()
        return {
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
            # A name and no address: nothing is there to be fetched.
            "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{digest}",
            "creationInfo": {"created": created, "creators": ["Tool: snapveil-sbom"]},
            "packages": self.packages, "files": list(self.files.values()), "relationships": self.relationships,
            "hasExtractedLicensingInfos": [
                {"licenseId": key, "name": name, "extractedText": text}
                for key, (name, text) in sorted(self.licenses.texts.items())
            ],
        }


def main():
    root, version, architecture, created = sys.argv[1:]
    print(json.dumps(Image(pathlib.Path(root), version, architecture).document(created), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
