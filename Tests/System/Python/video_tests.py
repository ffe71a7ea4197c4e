"""Runs of pytest with videos: what of them reaches the disk, what is left elsewhere, and which runs do not start."""

import io
import os
import pathlib
import signal
import subprocess
import sys

import pytest
from PIL import Image
from support import LAUNCH, files, frames, private, share, shows_trace, wait_for

#: A page that shows something secret for a while, at a place that the policy covers.
SHOWS = """
    import os

    PAGE = '''<style>body { margin: 0 }</style><div id=card style="position: absolute; left: 256px; top: 144px; width: 512px;
        height: 144px; background: rgb(255, 0, 254)"></div>'''

    def show(page):
        with open("private", "a") as file:
            file.write(os.path.dirname(os.environ["TMPDIR"]) + "\\n")
        page.set_content("<p>Sign in")
        page.wait_for_timeout(200)
        page.set_content(PAGE)
        page.wait_for_timeout(600)

    def test_passes(page):
        show(page)

    def test_fails(page):
        show(page)
        assert False
"""
COVER = """
units: ratio
rules:
- target: { region: { x: 0.2, y: 0.2, width: 0.4, height: 0.2 } }
  style: { fill: { color: "#123456" } }
"""
MATROSKA = b"\x1a\x45\xdf\xa3"


@pytest.fixture
def record(run, tmp_path, browsers):
    """Runs a test with videos and a policy that covers its secret."""
    (tmp_path / "cover.yaml").write_text(COVER)

    def record(test, *options, policy="cover.yaml", **environment):
        status, _, said = run(test, "--snapveil-policy", policy, *options, PLAYWRIGHT_BROWSERS_PATH=browsers, **environment)
        return status, said

    return record


def videos(folder):
    return sorted(folder.rglob("*.webm"))


def secrets(video):
    """The numbers of frames of a video, and of those that show a trace of the secret."""
    pictures = frames(video)
    return len(pictures), sum(map(shows_trace, pictures))


def raw_videos(folder):
    """The videos in files and in what is embedded in them."""
    return [name for name, contents in files(folder) if MATROSKA in contents and not name.endswith(".webm")]


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The folder of temporary files, as far as it is not in memory."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def left(folder):
    """What holds a video among temporary files."""
    return [name for name, contents in files(folder) if MATROSKA in contents]


def test_without_a_policy_a_video_shows_the_secret(run, tmp_path, browsers):
    status, _, said = run(SHOWS, "--video", "on", TMPDIR="/tmp", PLAYWRIGHT_BROWSERS_PATH=browsers)
    assert status == 1 and "Snapveil" not in said, said
    for video in videos(tmp_path / "test-results"):
        assert secrets(video)[1] > 5


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_videos_are_covered_and_nothing_raw_is_left(record, tmp_path, temporary, workers):
    status, said = record(SHOWS, "--video", "on", *workers)
    assert status == 1 and "1 failed, 1 passed" in said and "Snapveil covers 2 videos" in said, said
    kept = videos(tmp_path / "test-results")
    assert [video.name for video in kept] == ["video.webm"] * 2
    for video in kept:
        count, shown = secrets(video)
        assert count > 10 and shown == 0
        covered = frames(video)[-1]
        assert 0.05 < share(covered, near(covered)) and Image.open(io.BytesIO(covered)).getpixel((5, 5))[0] > 240
    assert not private(tmp_path).exists() and left(temporary) == []
    assert not list(tmp_path.rglob(".playwright-artifacts*"))


def near(picture):
    """The colour in the middle of the cover, which an encoder may have changed a little."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    color = image.getpixel((image.width * 2 // 5, image.height * 3 // 10))
    assert max(abs(band - wanted) for band, wanted in zip(color, (0x12, 0x34, 0x56))) < 12, color
    return color


def test_only_failures_keep_their_videos_where_that_is_asked_for(record, tmp_path):
    status, said = record(SHOWS, "--video", "retain-on-failure")
    assert status == 1 and "Snapveil covers 1 video," in said, said
    (video,) = videos(tmp_path / "test-results")
    assert "test-fails" in video.parent.name and secrets(video)[1] == 0
    status, said = record(SHOWS.replace("assert False", "pass"), "--video", "retain-on-failure")
    assert status == 0 and "Snapveil" not in said and not (tmp_path / "test-results").exists(), said


def test_reports_link_to_safe_videos_and_hold_no_raw_one(record, tmp_path):
    reports = ["--junitxml", "out/junit.xml", "--html", "out/report.html"]
    status, said = record(SHOWS, "--video", "retain-on-failure", "--tracing", "retain-on-failure", *reports)
    assert status == 1 and len(videos(tmp_path / "test-results")) == 1, said
    text = (tmp_path / "out" / "junit.xml").read_text() + (tmp_path / "out" / "report.html").read_text()
    assert text.count("/video.webm") == 2 and "snapveil-" not in text
    record(SHOWS, "--video", "on", "--self-contained-html", *reports)
    assert raw_videos(tmp_path / "out") == [] and len(videos(tmp_path / "test-results")) == 2


def test_what_a_test_saves_among_the_results_is_covered_and_what_it_records_elsewhere_is_its_own(record, tmp_path):
    test = SHOWS + """
    def test_own(browser, output_path):
        context = browser.new_context(record_video_dir="own")
        page = context.new_page()
        show(page)
        context.close()
        page.video.save_as(output_path + "/own.webm")
    """
    record(test, "--video", "retain-on-failure", "-k", "own")
    (video,) = videos(tmp_path / "test-results")
    assert video.name == "own.webm" and secrets(video)[1] == 0
    assert secrets(*videos(tmp_path / "own"))[1] > 0


@pytest.mark.parametrize("way, wanted", [("drop", 0), ("fail", 1)])
def test_a_video_that_cannot_be_covered_is_left_out_and_named(record, tmp_path, temporary, way, wanted):
    test = SHOWS.replace("assert False", "pass") + """
    def test_damaged(output_path):
        os.makedirs(output_path)
        open(output_path + "/video.webm", "wb").write(bytes.fromhex("1a45dfa3") + b"sixteen letters.")
    """
    status, said = record(test, "--video", "on", "--snapveil-on-error", way)
    assert status == wanted and "3 passed" in said, said
    assert [video.parent.name for video in videos(tmp_path / "test-results")] == ["test-it-py-test-fails-chromium", "test-it-py-test-passes-chromium"]
    assert f"{tmp_path}/test-results/test-it-py-test-damaged/video.webm was left out: " in said
    assert not private(tmp_path).exists() and left(temporary) == []


def test_with_an_ffmpeg_that_fails_there_is_no_video(record, tmp_path, temporary):
    status, said = record(SHOWS, "--video", "on", SNAPVEIL_FFMPEG="/bin/false")
    assert status == 4 and "/bin/false" in said and not (tmp_path / "test-results").exists(), said
    later = SHOWS.replace("assert False", "pass") + "        os.environ['SNAPVEIL_FFMPEG'] = '/bin/false'\n"
    status, said = record(later, "--video", "on")
    assert status == 1 and "2 passed" in said and "nothing of them was kept: snapveil: /bin/false" in said, said
    assert not (tmp_path / "test-results").exists() and not private(tmp_path).exists() and left(temporary) == []


def test_a_policy_that_names_elements_and_a_video_do_not_start(record, tmp_path):
    for member in ('"rules": [{"target": {"elements": "user-input"}, "style": {"veil": {}}}]',
                   '"rules": [{"target": {"element": "a"}, "style": {"veil": {}}}]',
                   '"rules": [{"target": "screen", "style": {"veil": {}}}], "keep": [{"elements": "all-text"}]'):
        (tmp_path / "fields.json").write_text("{%s}" % member)
        status, said = record(SHOWS, "--video", "on", policy="fields.json")
        assert status == 4 and "the policy names elements, and a video has no page sources" in said, said
    assert not (tmp_path / "test-results").exists()


def test_without_ffmpeg_a_run_with_videos_does_not_start_and_says_what_to_install(record, tmp_path):
    tools = tmp_path / "bin"
    tools.mkdir()
    status, said = record(SHOWS, "--video", "on", PATH=str(tools))
    assert status == 4 and "apt-get install ffmpeg" in said and "pip install 'snapveil[video]'" in said, said
    assert not (tmp_path / "test-results").exists()
    status, said = record(SHOWS, "--video", "on", SNAPVEIL_FFMPEG="/nowhere/ffmpeg")
    assert status == 4 and "/nowhere/ffmpeg" in said, said


def test_ffmpeg_may_be_that_of_imageio(record, tmp_path):
    (tmp_path / "imageio_ffmpeg.py").write_text("def get_ffmpeg_exe():\n    return '/usr/bin/ffmpeg'\n")
    tools = tmp_path / "bin"
    tools.mkdir()
    path = f"{tmp_path}{os.pathsep}{os.environ['PYTHONPATH']}"
    status, said = record(SHOWS, "--video", "on", "-k", "passes", PATH=str(tools), PYTHONPATH=path)
    assert status == 0 and len(videos(tmp_path / "test-results")) == 1, said


def test_a_policy_that_looks_for_text_does_not_start_without_models(record, tmp_path):
    (tmp_path / "text.json").write_text('{"rules": [{"target": {"text": "sensitive"}, "style": {"veil": {}}}]}')
    status, said = record(SHOWS, "--video", "on", policy="text.json", SNAPVEIL_MODELS="")
    assert status == 4 and "text.json" not in said.split("--video is made safe", 1)[0] and "no models are loaded" in said, said


def test_a_redaction_that_takes_too_long_keeps_nothing(record, tmp_path):
    shorten = "    import snapveil.results\n    snapveil.results.LONGEST = 0.01\n"
    status, said = record(SHOWS.replace("assert False", "pass") + shorten, "--video", "on")
    assert status == 1 and "nothing of them was kept: it took longer than 0.01 seconds" in said, said
    assert not (tmp_path / "test-results").exists() and not private(tmp_path).exists()


def test_a_run_that_is_killed_leaves_no_video(tmp_path, browsers, temporary):
    (tmp_path / "cover.yaml").write_text(COVER)
    (tmp_path / "conftest.py").write_text(
        f"import pytest\n@pytest.fixture(scope='session')\ndef browser_type_launch_args():\n    return {LAUNCH!r}\n"
    )
    (tmp_path / "test_it.py").write_text(
        "import os\n\ndef test_first(page):\n    page.set_content('<p>one')\n    page.wait_for_timeout(300)\n\n"
        "def test_waits(page):\n    page.set_content('<p>other')\n    page.wait_for_timeout(300)\n"
        "    open('new', 'w').write(os.path.dirname(os.environ['TMPDIR']))\n    os.rename('new', 'private')\n    page.wait_for_timeout(60000)\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", tmp_path, "--video", "on"]
    with subprocess.Popen(
        [*command, "--snapveil-policy", "cover.yaml"], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "PLAYWRIGHT_BROWSERS_PATH": browsers},
    ) as process:
        wait_for(lambda: (tmp_path / "private").exists())
        folder = private(tmp_path)
        assert folder.stat().st_mode & 0o777 == 0o700 and left(folder), "videos are recorded there"
        process.send_signal(signal.SIGKILL)
    wait_for(lambda: not folder.exists())
    assert videos(tmp_path) == [] and left(temporary) == []
