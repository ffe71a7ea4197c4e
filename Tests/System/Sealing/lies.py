"""Contents of sealed files that anyone who knows a recipient can make: each with a lie, and words that its refusal has to have."""

import json

import pictures
import sealed

#: Escape sequences, which a terminal would follow.
ESCAPES = "\x1b]0;owned\x07\x1b[31m\u202e"


def rectangle(content, **changes):
    """The line of a content, with changes to its first rectangle."""
    first, *others = content.line()["rectangles"]
    return content.bytes(rectangles=[first | changes, *others])


def about(content, **changes):
    return content.bytes(picture=content.line()["picture"] | changes)


def of_line(content):
    """Lies of the second line about sizes and places."""
    huge, first = 2**31, content.line()["rectangles"][0]
    width, height = content.size
    png = len(sealed.stored_png(pictures.noise(width, height, 4)))
    whole = {"x": 0, "y": 0, "width": width, "height": height, "png": png}
    return {
        "a width of 2^31": (about(content, width=huge), "malformed"),
        "a width of 2^64": (about(content, width=2**64), "malformed"),
        "no width at all": (about(content, width=0), "malformed"),
        "a width with a fraction": (about(content, width=1.5), "malformed"),
        "a width of 1e400": (content.bytes().replace(b'"width": 150', b'"width": 1e400', 1), "malformed"),
        "another size than the picture's": (about(content, width=200, height=200), ""),
        "a picture of 65535x65535": (about(content, width=65535, height=65535), ""),
        "a digest that is too short": (about(content, sha256="ab"), "malformed"),
        "a digest in capitals": (about(content, sha256=content.line()["picture"]["sha256"].upper()), ""),
        "a rectangle outside": (rectangle(content, x=149), "within"),
        "a negative place": (rectangle(content, x=-1), "malformed"),
        "a rectangle of 2^31": (rectangle(content, width=huge, height=huge), "malformed"),
        "an empty rectangle": (rectangle(content, width=0), "malformed"),
        "a file of 2^31 bytes": (rectangle(content, png=huge), "/rectangles/0/png"),
        "a file of 2^60 bytes": (rectangle(content, png=2**60), "malformed"),
        "a file without bytes": (rectangle(content, png=0), ""),
        "5000 rectangles": (content.bytes(rectangles=[first | {"width": 1, "height": 1, "png": 1}] * 5000), "malformed"),
        "rectangles of more pixels than the picture": (content.bytes(rectangles=[whole] * 2), "more pixels"),
        "a receipt of 2^31 bytes": (content.bytes(receipt=huge), ""),
        "a receipt of -1 bytes": (content.bytes(receipt=-1), "malformed"),
        "a receipt that takes a picture's bytes": (content.bytes(receipt=len(content.receipt) + 9), ""),
        "an unknown member": (content.bytes(more=1), "malformed"),
        "a name with escape sequences": (content.bytes(**{ESCAPES: 1}), "malformed"),
        "a picture and an artefact": (content.bytes(artefact={"sha256": "0" * 64}, original=5), "malformed"),
    }


def of_form(content):
    """Lies about the version, the lines, and what follows them."""
    whole = content.bytes()
    first, line, rest = whole.split(b"\n", 2)
    return {
        "version 2": (whole.replace(b"sealed/1", b"sealed/2", 1), "version 2"),
        "a version of escape sequences": (whole.replace(b"sealed/1", b"sealed/" + ESCAPES.encode(), 1), "version"),
        "a version that is no UTF-8": (whole.replace(b"sealed/1", b"sealed/\xff\xfe", 1), "version"),
        "another name": (whole.replace(b"snapveil", b"somebody", 1), "not made by Snapveil"),
        "nothing": (b"", ""),
        "a first line alone": (first + b"\n", "second line"),
        "a first line without an end": (first + line, ""),
        "a second line that is too long": (first + b"\n" + b" " * (2 << 20) + line + b"\n" + rest, "second line"),
        "a second line that is no JSON": (first + b"\n{]\n" + rest, "JSON"),
        "deep arrays": (first + b"\n" + b"[" * 100_000 + b"]" * 100_000 + b"\n" + rest, ""),
        "a member twice": (first + b'\n{"receipt":1,' + line[1:] + b"\n" + rest, "malformed"),
        "a line of words that escape": (first + b"\n" + json.dumps(ESCAPES).encode() + b"\n" + rest, "malformed"),
        "ends of lines of another kind": (whole.replace(b"\n", b"\r\n", 2), ""),
        "trailing bytes": (whole + b"\0", "other bytes follow"),
        "a byte too few": (whole[:-1], "ends before"),
    }


def of_pictures(content):
    """Lies in the files of the rectangles and in the receipt."""
    def with_png(png):
        return sealed.Content(content.picture, content.size, content.places, [png, *content.pngs[1:]], content.receipt).bytes()

    def with_receipt(text):
        return sealed.Content(content.picture, content.size, content.places, content.pngs, text).bytes()

    x, y, width, height = content.places[0]
    png = bytearray(content.pngs[0])
    png[60] ^= 1
    moved = [(x + 1, y, width, height), *content.places[1:]]
    return {
        "a PNG of another size": (with_png(sealed.stored_png(pictures.noise(9, 9, 4))), "/rectangles/0/png"),
        "a JPEG": (with_png(pictures.encoded(pictures.picture(width, height), "JPEG")), "/rectangles/0/png"),
        "a PNG that states 30000x30000 pixels": (with_png(bomb()), ""),
        "a PNG that is damaged": (with_png(bytes(png)), "cannot be read"),
        "garbage in place of a PNG": (with_png((b"\x1b[31m" * len(png))[:len(png)]), "cannot be read"),
        "a receipt of other rectangles": (with_receipt(sealed.receipt(content.size, moved)), "receipt"),
        "a receipt of another size": (with_receipt(sealed.receipt((9, 9), content.places)), "receipt"),
        "a receipt that is no JSON": (with_receipt(b"\x1b[31m{"), "receipt"),
        "no receipt": (with_receipt(b""), "receipt"),
    }


def bomb():
    """A small PNG that states to be a large one."""
    return pictures.encoded(pictures.Image.new("1", (30_000, 30_000)), "PNG")


def of_artefacts(redacted, original):
    def lie(**changes):
        return sealed.artefact_content(redacted, original, **changes)

    whole = lie()
    return {
        "an original of 2^31 bytes": (lie(original=2**31), ""),
        "an original of 2^63 bytes": (lie(original=2**63), "malformed"),
        "an original of -1 bytes": (lie(original=-1), "malformed"),
        "padding that is not zero": (whole[:-1] + b"\1", "padding"),
        "padding that is too long": (whole + b"\0", "other bytes follow"),
        "padding that is too short": (whole[:-1], "ends before"),
        "no digest": (lie(artefact={}), "malformed"),
        "an unknown member of an artefact": (lie(**{ESCAPES: 1}), "malformed"),
    }
