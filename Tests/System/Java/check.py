#!/usr/bin/env python3
"""Compiles the kit for Java and the recipes of its guide, and runs them in JUnit.

    Tests/System/Java/check.py SNAPVEIL

With a real server (the one in KITS_SERVER, or its own), a real browser over WebDriver, and an Appium server that is played
back. The browser's script has to be the one of the kit for JavaScript. Needs a JDK, JUnit 5, node and chromedriver.
"""

import base64
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCREENS = ROOT / "Tests/Support/Samples/Screens"
KIT = ROOT / "Sources/Clients/Java/Snapveil.java"
TESTS = ROOT / "Tests/System/Java"
JARS = [f"/usr/share/java/{name}.jar" for name in (
    "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons", "junit-platform-console", "junit-platform-engine",
    "junit-platform-launcher", "junit-platform-reporting", "opentest4j", "opentest4j-reporting-events", "apiguardian-api",
    "picocli", "univocity-parsers")]


def check(condition, claim):
    if not condition:
        raise SystemExit(f"FAILED: {claim}")
    print(f"passed: {claim}")


def java(*command, **options):
    return subprocess.run(list(map(str, command)), timeout=100, **options)


def start(command, line, stack):
    """Starts a process that ends with this one; what it says in a line."""
    # What the tests claim of a server is of one without models.
    environment = {**os.environ, "SNAPVEIL_MODELS": ""}
    process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *command], stdout=subprocess.PIPE, text=True, env=environment)
    stack.append(process)
    for text in process.stdout:
        if found := re.search(line, text):
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return found[1]
    raise SystemExit(f"{command[0]} did not start")


class Appium(http.server.BaseHTTPRequestHandler):
    """What Appium answered to the screen of the samples."""

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        value = {
            "screenshot": lambda: base64.b64encode((SCREENS / "ios-login.png").read_bytes()).decode(),
            "source": (SCREENS / "ios-login.xml").read_text,
            "session": lambda: {"sessionId": "played-back", "capabilities": {"platformName": "iOS"}},
        }[self.path.rsplit("/", 1)[1]]()
        body = json.dumps({"value": value}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def same_script():
    """The script in the file is the one of the kit for JavaScript, but for comments and indentation."""
    module = (ROOT / "Sources/Clients/JavaScript/src/page.js").as_uri()
    code = f"import {{ fields, look }} from '{module}'; console.log(JSON.stringify([fields, String(look)]))"
    fields, look = json.loads(subprocess.check_output(["node", "--input-type=module", "-e", code], text=True))
    lines = [line.strip() for line in look.splitlines()]
    text = KIT.read_text()
    strings = [json.loads(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', re.search(r"LOOK = String.join\((.*?)\);\n", text, re.S)[1])]
    check(strings[1:] == [line for line in lines if line and not line.startswith("//")], "the script is that of the kit for JavaScript")
    selector = re.search(r"FIELDS =\s+(.*?);\n", text, re.S)[1]
    check("".join(json.loads(part) for part in re.findall(r'"[^"]*"', selector)) == fields, "so are the fields")


def recipes(directory):
    """Writes the code of the guide, with the address of the server from the environment; the names of its files."""
    guide = (ROOT / "Sources/Program/snapveil/Snapveil.docc/Java.md").read_text()
    for name, code in re.findall(r"```java\n// (\w+\.java)\n(.*?)```", guide, re.S):
        (directory / name).write_text(code.replace('"http://127.0.0.1:8080"', 'System.getenv("SNAPVEIL_URL")'))
        yield name


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    same_script()
    processes = []
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        serve = [str(program), "serve", "--port", "0", "--print-url", "--log-level", "warning"]
        url = os.environ.get("KITS_SERVER") or start(serve, r"(http\S+)", processes)
        (work / "recipients").mkdir()
        recipient = java(program, "keys", "new", work / "team.key", capture_output=True, text=True, check=True).stdout
        (work / "recipients/payments").write_text(recipient)
        sealing = start([*serve, "--recipients", str(work / "recipients")], r"(http\S+)", processes)
        port = start(["chromedriver", "--port=0"], r"successfully on port (\d+)", processes)
        appium = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Appium)
        threading.Thread(target=appium.serve_forever, daemon=True).start()
        files = [work / name for name in recipes(work)]
        check(len(files) == 5, "the guide has five recipes")
        files += [KIT, *TESTS.glob("*.java"), *TESTS.glob("stand-ins/**/*.java")]
        compiled = java("javac", "--release", "11", "-Xlint:all", "-Werror", "-d", work / "kit", KIT)
        check(compiled.returncode == 0, "the file compiles alone for Java 11, without a warning")
        compiled = java("javac", "-cp", ":".join(JARS), "-d", work / "classes", *files)
        check(compiled.returncode == 0, "the recipes compile")
        environment = {
            **os.environ, "SNAPVEIL_URL": url, "SEALING_URL": sealing, "SNAPVEIL_PROGRAM": str(program), "IDENTITY": str(work / "team.key"),
            "CHROMEDRIVER_URL": f"http://127.0.0.1:{port}", "SCREENS": str(SCREENS),
            "APPIUM_URL": f"http://127.0.0.1:{appium.server_port}", "PAGE": str(ROOT / "Tests/System/JavaScript/page.html"),
        }
        path = ":".join([str(work / "classes"), *JARS])
        console = ["java", "-cp", path, "org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--disable-ansi-colors", "--details", "tree"]
        tested = java(*console, "--select-class", "SnapveilTest", cwd=work, env=environment)
        check(tested.returncode == 0, "the tests pass")

        failing = java(*console, "--select-class", "CheckoutTest", "--select-class", "TransferTest", cwd=work, env=environment, capture_output=True, text=True)
        check("not paid" in failing.stdout and "not transferred" in failing.stdout, "the tests of the guide fail, as they say")
        written = {path.name: path for path in (work / "build/screenshots").iterdir()}
        check(sorted(written) == ["CheckoutTest.pays.png", "TransferTest.transfers.png"], "each leaves a screenshot")
        looked = java("java", "-cp", path, "Drivers", *(written[name] for name in sorted(written)), SCREENS / "ios-login.png", env=environment, cwd=work)
        check(looked.returncode == 0, "and nothing secret is in them")

        failing = java(*console, "--select-class", "ReceiptTest", cwd=work, env=environment, capture_output=True, text=True)
        field = "element XCUIElementTypeSecureTextField (by source) at 48,495,1083,138, rule 0"
        check(failing.returncode == 1 and f"expected: <[]> but was: <[{field}" in failing.stdout, "the recipe of a check says what is seen")

        shot, safe = SCREENS / "ios-login.png", work / "safe.png"
        printed = java("java", "-cp", path, "Redact", shot, safe, capture_output=True, text=True, env=environment)
        check('"assurance":"erased"' in printed.stdout and safe.stat().st_size > 0, "the last recipe redacts a file")

        for path in written.values():
            path.unlink()
        nowhere = {**environment, "SNAPVEIL_URL": "http://127.0.0.1:1"}
        failing = java(*console, "--select-class", "CheckoutTest", cwd=work, env=nowhere, capture_output=True, text=True)
        check("unreachable" in failing.stdout and not list((work / "build/screenshots").iterdir()), "without a server nothing is written, and the report says why")
    for process in processes:
        process.kill()
        process.wait()


if __name__ == "__main__":
    main()
