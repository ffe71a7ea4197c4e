"""The names, and what is asked with them: commands, reports and requests."""

import json
import pathlib
import subprocess
import urllib.parse

SCREENS = pathlib.Path(__file__).resolve().parents[2] / "Support" / "Samples" / "Screens"
#: A line that nobody but the program may begin.
FORGED = "snapveil: all is well"
#: What a terminal follows: escape sequences in both forms, controls, directions, separators of lines.
STEERING = "\x1b]0;owned\x07\x9b31m\x85\x7f\r\u202e\u2066\u200b\u061c\u2028\u2029\ufeff\U000e0041"
MARKUP = "<img src=x onerror=alert(1)>&\"']]>"
NAME = f"{STEERING}\n{FORGED}{MARKUP}"


class Bench:
    """The program, a place for its files, and files with such names in a folder of such a name."""

    def __init__(self, program, place, _):
        self.program, self.place = program, place
        self.folder = place / f"{NAME} folder"
        self.folder.mkdir()
        self.picture = (SCREENS / "web-profile.png").read_bytes()
        self.policy = b'{"rules": [{"target": "screen", "style": {"fill": {"color": "#000"}}}]}'
        self.pictures = [self.folder / f"{NAME}{end}.png" for end in (1, 2, "broken")]
        for path in self.pictures[:2]:
            path.write_bytes(self.picture)
        self.pictures[2].write_bytes(self.picture[:999])

    def file(self, end, content=b"{}"):
        """A file whose name ends so, beside the folder."""
        path = self.place / f"{NAME}{end}"
        path.write_bytes(content)
        return path

    def directory(self, end, **files):
        """A directory with these files in it, which are called so."""
        path = self.place / f"{NAME}{end}"
        path.mkdir(exist_ok=True)
        for name, content in files.items():
            (path / (NAME if name == "named" else name)).with_suffix(".json").write_bytes(content)
        return path

    @property
    def missing(self):
        return self.place / f"{NAME} missing"

    def run(self, *arguments):
        command = list(map(str, [self.program, *arguments]))
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, cwd=self.place, timeout=60)


def redact(*options, output="safe.png"):
    """A command that redacts a picture with these options, which are made of the bench."""
    return lambda bench: ["redact", bench.pictures[0], *(each(bench) if callable(each) else each for each in options), "-o", bench.place / output]


BLACKOUT = ("--policy", "blackout")
UNKNOWN = b'{"rules": [{"target": "screen", "style": {"fil": {}}}]}'

COMMANDS = {
    "a missing file": lambda b: ["redact", b.missing, *BLACKOUT, "-o", "safe.png"],
    "a broken file": lambda b: ["redact", b.pictures[2], *BLACKOUT, "-o", "safe.png"],
    "several": lambda b: ["redact", *b.pictures, b.missing, *BLACKOUT, "--output-directory", b.place / "several"],
    "a directory": lambda b: ["redact", b.folder, *BLACKOUT, "--output-directory", b.place / "all"],
    "a directory with everything": lambda b: ["redact", b.folder, "--everything", *BLACKOUT, "--output-directory", b.place / "run"],
    "a shard": lambda b: ["redact", b.folder, "--shard", "0/1", *BLACKOUT, "--output-directory", b.place / "shards"],
    "a broken archive": lambda b: ["redact", b.file(".zip", b"PK\5\6" + bytes(18) + b"x"), *BLACKOUT, "-o", "safe.zip"],
    "no recording": lambda b: ["redact", b.file(".mp4", b"\0\0\0\x18ftypisom" + bytes(40)), *BLACKOUT, "-o", "safe.mp4"],
    "a result that is an input": lambda b: ["redact", b.pictures[0], *BLACKOUT, "-o", b.pictures[0]],
    "two results of a name": lambda b: ["redact", b.pictures[0], b.pictures[0], *BLACKOUT, "--output-directory", b.place / "clash"],
    "an output directory that is a file": lambda b: ["redact", b.pictures[0], *BLACKOUT, "--output-directory", b.file(".txt")],
    "an output nowhere": lambda b: ["redact", b.pictures[0], *BLACKOUT, "-o", b.missing / "safe.png"],
    "an unknown policy": redact("--policy", NAME),
    "a policy with a fault": redact("--policy", lambda b: b.file(" fault.json", UNKNOWN)),
    "a directory of policies": redact("--policy", "x", "--policies", lambda b: b.directory(" policies", named=UNKNOWN)),
    "a directory of faulty policies": redact("--policy", "x", "--policies", lambda b: b.directory(" faulty", plain=UNKNOWN)),
    "a missing directory of policies": redact("--policy", "x", "--policies", lambda b: b.missing),
    "a page source that is none": redact(*BLACKOUT, "--hierarchy", lambda b: b.file(".xml")),
    "a missing page source": redact(*BLACKOUT, "--hierarchy", lambda b: b.missing),
    "an asset that is none": redact("--style", "image", "--asset", lambda b: b.file(" asset.png")),
    "a missing asset": redact("--style", "image", "--asset", lambda b: b.missing),
    "two assets of a name": redact(*BLACKOUT, "--asset", lambda b: b.pictures[0], "--asset", lambda b: b.pictures[0]),
    "a receipt that is an input": redact(*BLACKOUT, "--receipt", lambda b: b.pictures[0]),
    "a receipt nowhere": redact(*BLACKOUT, "--receipt", lambda b: b.missing / "receipt.json"),
    "a missing group": redact(*BLACKOUT, "--recipient", STEERING, "--recipients", lambda b: b.directory(" groups")),
    "a file of recipients that is none": redact(*BLACKOUT, "--recipient", lambda b: b.file(" keys.txt", b"\x1b[31mage1\n")),
    "missing secrets": redact(*BLACKOUT, "--secrets", lambda b: b.missing),
    "a colour": redact("--style", "fill", "--color", NAME),
    "a style": redact("--style", NAME),
    "an option": redact(f"--{NAME}"),
    "a format": lambda b: ["check", b.pictures[0], "--format", NAME],
    "an argument": lambda _: ["health", NAME],
    "a check of a missing file": lambda b: ["check", "--hidden", b.missing],
    "a report nowhere": lambda b: ["check", "--hidden", b.pictures[0], "--output", b.missing / "report"],
    "policies that can be used": lambda b: ["policies", "check", b.file(" good.json", b.policy)],
    "policies that cannot": lambda b: ["policies", "check", b.file(" bad.json", UNKNOWN), b.missing],
    "a list of policies": lambda b: ["policies", "list", "--policies", b.directory(" list", plain=b.policy[:-1] + b', "summary": "owned\\u202e\\u200b"}')],
    "a policy that is shown": lambda b: ["policies", "show", "plain", "--policies", b.place / f"{NAME} list"],
    "a policy that is not there": lambda _: ["policies", "show", NAME],
    "a key that is there": lambda b: ["keys", "new", b.file(".key").rename(b.place / f"{STEERING}.key")],
    "no key": lambda b: ["keys", "recipient", f"{STEERING}.key"],
    "a missing passphrase": lambda b: ["keys", "new", "new.key", "--passphrase-file", b.missing],
    "a missing sealed file": lambda b: ["unseal", b.missing, "-i", f"{STEERING}.key", "-o", "original.png"],
    "settings": lambda b: ["serve", "--config", b.file(".yaml", b"port: x\n")],
    "a missing file of keys": lambda b: ["serve", "--port", "0", "--key-file", b.missing],
    "policies of a server": lambda b: ["serve", "--port", "0", "--policies", b.place / f"{NAME} policies"],
    "a default policy": lambda _: ["serve", "--port", "0", "--default-policy", NAME],
    "a host": lambda _: ["serve", "--port", "0", "--host", NAME],
    "a guard's policy": lambda _: ["guard", "webdriver", "--upstream", "http://127.0.0.1:1", "--policy", NAME],
    "a guard's authority": lambda b: ["guard", "webdriver", "--upstream", "https://127.0.0.1:1", *BLACKOUT, "--upstream-ca", b.missing],
    "a guard's server": lambda _: ["guard", "mcp", *BLACKOUT, "--", NAME],
}

#: Reports on the folder: of what apps hide, and of elements without models.
REPORTS = {"hidden": lambda _: ["--hidden"], "a policy": lambda b: ["--policy", b.file(" report.json", b.policy)]}

PARAMETERS = "policy style color region format quality padding minimumAssurance text seal scale phase".split()
FIELDS = [b"Content-Type", b"Content-Encoding", b"Accept", b"Origin", b"Authorization", b"traceparent", b"X-Request-ID", b"Sec-Fetch-Site"]
#: The parts of the name by themselves, and bytes that are no UTF-8: WTF-8 and overlong ones among them.
TEXTS = [*(char.encode() for char in STEERING), b"\r\nX-Owned: 1", NAME.encode(), MARKUP.encode(), b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\xaf"]


def parted(bench):
    """Requests with each of the texts wherever a request can have one: what it is, its method, target, body and fields."""
    picture, sanitize = bench.picture, b"/v1/sanitize?policy=blackout"
    form = (b"Content-Type", b"multipart/form-data; boundary=edge")

    def body(*parts):
        return b"".join(b"--edge\r\nContent-Disposition: form-data; " + head + b"\r\n\r\n" + content + b"\r\n" for head, content in parts) + b"--edge--\r\n"

    for text in TEXTS:
        quoted, plain = urllib.parse.quote(text).encode(), text.replace(b"\r", b"").replace(b"\n", b"")
        words = json.dumps(text.decode(errors="replace")).encode()
        for name in PARAMETERS:
            yield f"{name}={quoted}", "POST", b"/v1/sanitize?" + name.encode() + b"=" + quoted, picture, ()
        yield f"{quoted}=1", "POST", sanitize + b"&" + quoted + b"=1", picture, ()
        for path in (b"/", b"/v1/policies/", b"/playground/", b"/metrics?"):
            yield f"{path}{quoted}", "GET", path + quoted, b"", ()
        for name in FIELDS:
            yield f"{name}: {plain}", "POST", sanitize, picture, [(name, plain)]
        for policy in (
            b'{"name": ' + words + b', "summary": ' + words + b"," + bench.policy[1:], b"{" + words + b": 1}", b'{"name": "' + text + b'"}',
            b'{"rules": [{"target": {"element": ' + words + b'}, "style": {"fill": {"color": "#000"}}}]}',
            b'{"rules": [{"target": "screen", "style": {"message": {"text": ' + words + b', "color": "#000"}}}]}',
        ):
            parts = body((b'name="image"', picture), (b'name="policy"', policy))
            for accept in (b"image/png", b"application/json"):
                yield f"a policy with {text}", "POST", b"/v1/sanitize", parts, [form, (b"Accept", accept)]
        yield f"a part {plain}", "POST", sanitize, body((b'name="' + plain + b'"', picture)), [form]
        yield f"a file {plain}", "POST", sanitize, body((b'name="image"; filename="' + plain + b'"', picture)), [form]
        source = b'<hierarchy><a class="' + urllib.parse.quote(plain).encode() + b'" password="true" bounds="[0,0][9,9]"/></hierarchy>'
        yield f"a page source with {plain}", "POST", b"/v1/check", body((b'name="image"', picture), (b'name="hierarchy"', source)), [form]
