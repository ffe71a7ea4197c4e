"""What was covered, sealed to a group: it opens to the pixels as they were, and is not there unless somebody asks."""

import io
import subprocess

import pytest
import snapveil as package
from PIL import Image

from support import SECRET, share

BLACK = {"style": "fill", "color": "#000", "region": [(16, 109, 361, 46)], "scale": 3}


@pytest.fixture(scope="module")
def identity(tmp_path_factory):
    """The file of a key, beside the folder with the group of its recipient."""
    folder = tmp_path_factory.mktemp("keys")
    made = subprocess.run([package.program(), "keys", "new", folder / "team.key"], check=True, stdout=subprocess.PIPE, timeout=60)
    (folder / "recipients").mkdir()
    (folder / "recipients" / "payments").write_bytes(made.stdout)
    return folder / "team.key"


@pytest.fixture(scope="module")
def sealing(identity):
    """The client of a server with that group."""
    options = ["--recipients", str(identity.parent / "recipients")]
    with package.Server(*options) as server, package.Client(server.url) as client:
        yield client


@pytest.fixture
def opened(identity, tmp_path):
    """Puts back what was covered in a picture with its sealed file beside it; all pixels."""

    def opened(path):
        output = tmp_path / "original.png"
        command = [package.program(), "unseal", path, "--identity", identity, "-o", output]
        subprocess.run(command, check=True, timeout=60)
        return pixels(output)

    return opened


def pixels(picture):
    image = Image.open(picture).convert("RGB")
    return image.size, image.tobytes()


def test_what_was_covered_opens_to_the_pixels_as_they_were(sealing, screen, opened, tmp_path):
    plain = sealing.sanitize(screen, **BLACK)
    result = sealing.sanitize(screen, **BLACK, seal="payments")
    assert plain.sealed is None and "sealed" not in plain.receipt
    assert result.sealed and result.receipt["sealed"] == {"recipients": 1}
    assert result.image == plain.image and result.hierarchy is None
    result.save(tmp_path / "shots" / "safe.png")
    assert (tmp_path / "shots" / "safe.png.age").read_bytes() == result.sealed
    assert pixels(io.BytesIO(result.image)) != pixels(io.BytesIO(screen))
    assert opened(tmp_path / "shots" / "safe.png") == pixels(io.BytesIO(screen))


def test_a_picture_without_a_sealed_file_is_written_alone(sealing, screen, tmp_path):
    sealing.sanitize(screen, **BLACK).save(tmp_path / "safe.png")
    assert [path.name for path in tmp_path.iterdir()] == ["safe.png"]


def test_a_policy_that_forbids_it_seals_nothing(sealing, screen):
    policy = {"seal": "never", "rules": [{"target": "screen", "style": {"veil": {}}}]}
    result = sealing.sanitize(screen, policy=policy, seal="payments")
    assert result.sealed is None and result.receipt["sealed"] == {"recipients": 0, "forbidden": "policy"}


def test_a_group_that_the_server_does_not_have_is_a_problem(snapveil, sealing, screen):
    # The first has no groups at all.
    for client in (snapveil, sealing):
        with pytest.raises(package.Problem) as caught:
            client.sanitize(screen, **BLACK, seal="nobody")
        assert (caught.value.code, caught.value.status, caught.value.parameter) == ("group-unknown", 404, "seal")


def test_a_picture_of_a_page_is_written_with_its_sealed_file(sealing, site, new_context, opened, tmp_path):
    page = new_context(viewport={"width": 800, "height": 600}).new_page()
    page.goto(site + "/checkout")
    raw = page.screenshot()
    options = {"mask": [page.locator(".secret")], "client": sealing}
    package.safe_screenshot(page, **options, path=tmp_path / "plain.png")
    result = package.safe_screenshot(page, **options, path=tmp_path / "safe.png", seal="payments")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plain.png", "safe.png", "safe.png.age"]
    assert share(raw, SECRET) > 0 and share(result.image, SECRET) == 0
    assert opened(tmp_path / "safe.png") == pixels(io.BytesIO(raw))
