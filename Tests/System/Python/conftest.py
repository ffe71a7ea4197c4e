"""Pages that hold secrets of one colour, an app, and their pictures."""

import http.server
import os
import re
import subprocess
import sys
import threading

import pytest

from appium_server import AppiumServer
from support import LAUNCH, ROOT, SCREENS

sys.path.append(str(ROOT / "Tests" / "System" / "Recordings"))
from browsers import with_ffmpeg  # noqa: E402

STYLE = "<style>.secret { background: rgb(255, 0, 254); border: 0; color: rgb(255, 0, 254); width: 90px; height: 24px }</style>"

FORM = f"""<!doctype html><html><head>META{STYLE}<style>
    body {{ margin: 0; font: 16px sans-serif }} .card {{ margin: 20px; padding: 8px; border: 1px solid #ccc }}
    iframe {{ border: 7px solid #ccc; padding: 3px; width: 260px; height: 60px }}
    #fixed {{ position: fixed; bottom: 0; width: 70px }} #far {{ margin-top: 1100px }}
</style></head><body>
<h1>Payment</h1>
<div class="card"><label for="number">Card number</label> <input id="number" class="secret" value="4111 1111 1111 1111"></div>
<div class="card"><input class="secret" type="password" value="hunter2"><input class="secret" style="display: none"></div>
<iframe srcdoc='{STYLE.replace("'", "")}<input class="secret" value="1" style="margin: 12px 40px">'></iframe>
<iframe src="http://OTHER/inner" style="transform: scale(0.8)"></iframe>
<div id="host"></div>
<input class="secret" id="far" value="2"><div style="height: 300px"></div>
<input class="secret" id="fixed" value="3">
<script>
    document.querySelector("#host").attachShadow({{ mode: "open" }}).innerHTML = `{STYLE}<input class="secret" value="4">`;
</script></body></html>"""

PAGES = {
    "/form": FORM.replace("META", '<meta name="viewport" content="width=device-width">'),
    # A phone lays it out 980 pixels wide and zooms out.
    "/desktop": FORM.replace("META", ""),
    "/inner": f"<!doctype html>{STYLE}<input class='secret' value='5' style='margin: 12px 40px'>",
    # What the documentation shows how to cover.
    "/checkout": f"""<!doctype html>{STYLE}<h1>Checkout</h1><label for="card">Card number</label>
        <input id="card" class="secret" value="4111 1111 1111 1111"><input id="email" class="secret" value="a@example.org">""",
    "/receipt": "<!doctype html><h1>Thank you</h1><p>Your order is on its way.</p>",
    "/turned": f"<!doctype html><iframe style='transform: rotate(9deg)' srcdoc='{STYLE}<input class=secret>'></iframe>",
    # A frame of another origin in one, and one of this in it.
    "/nested": "<!doctype html><iframe src='http://OTHER/middle' style='width: 500px; height: 300px; margin: 30px'></iframe>",
    "/middle": "<!doctype html><iframe src='/inner' style='margin: 20px'></iframe><iframe src='http://OTHER/inner'></iframe>",
    "/empty": "<!doctype html><p>Nothing here</p>",
    "/moving": f"""<!doctype html>{STYLE}<div class="secret" style="position: absolute"></div><script>
        setInterval(() => document.querySelector(".secret").style.left = performance.now() % 400 + "px", 1)</script>""",
}

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        page = PAGES.get(self.path)
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        # By its other name, this server is another site.
        other = "127.0.0.1" if self.headers["Host"].startswith("localhost") else "localhost"
        self.wfile.write((page or "").replace("OTHER", f"{other}:{self.server.server_port}").encode())

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def site():
    """Where the pages are."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser_type_launch_args():
    return LAUNCH


@pytest.fixture(scope="session")
def appium():
    """An Appium server that replies for the app of the samples."""
    with AppiumServer(SCREENS / "ios-login.png", SCREENS / "ios-login.xml") as server:
        yield server


@pytest.fixture(scope="session")
def screen():
    """A screenshot of a phone."""
    return (SCREENS / "ios-login.png").read_bytes()


@pytest.fixture(scope="session")
def source():
    """The page source of that screen."""
    return (SCREENS / "ios-login.xml").read_text()


@pytest.fixture(scope="session")
def browsers(tmp_path_factory):
    """What PLAYWRIGHT_BROWSERS_PATH has to be for videos."""
    return str(with_ffmpeg(tmp_path_factory.mktemp("browsers")))


@pytest.fixture
def run(tmp_path, appium, site, snapveil):
    """Runs pytest on a file of tests with some options; what it left, and what it said.

    It asks the server of these tests, unless the plugin is to start one.
    """

    def run(test, *options, written=True, starts_server=False, **environment):
        for old in tmp_path.glob("*.png"):
            old.unlink()
        lines = re.sub(r"^ {4}", "", test, flags=re.MULTILINE).replace("APPIUM", appium.url).replace("SITE", site)
        (tmp_path / "test_it.py").write_text(lines.replace("WRITTEN", str(written)))
        (tmp_path / "conftest.py").write_text(
            f"import pytest, sys\nsys.path.append({str(ROOT / 'Tests' / 'System' / 'Python')!r})\n"
            f"@pytest.fixture(scope='session')\ndef browser_type_launch_args():\n    return {LAUNCH!r}\n"
        )
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", tmp_path]
        command += [*([] if starts_server else ["--snapveil-url", snapveil.url]), *options]
        done = subprocess.run(
            command, cwd=tmp_path, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=120,
        )
        pictures = [path for path in tmp_path.rglob("*") if path.suffix in (".png", ".jpg", ".jpeg")]
        left = {str(path.relative_to(tmp_path)): path.read_bytes() for path in pictures}
        return done.returncode, left, done.stdout

    return run
