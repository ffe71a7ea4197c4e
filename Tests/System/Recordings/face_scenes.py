"""A face that moves across a screen. It is one of those that scikit-image brings; nothing is checked where that is not installed."""

from PIL import Image

import reading
from scenes import VP9, encode, screen

SIZE, COUNT, WIDTH = (640, 480), 20, 120


def check_faces(claim, bench):
    source, places = moving_face(bench.folder() / "face.webm")
    run = bench.run(source, "--policy", bench.policy({"faces": "whole"}))
    claim(run.is_good, "a face: is redacted", run)
    if run.is_good:
        middles = [frame.array[y:y + 8, x:x + 8].max() for frame, (x, y) in zip(reading.frames(run.output, "rgb24"), places, strict=True)]
        claim(max(middles) < 60, "a face: is black in every frame", middles)


def moving_face(path):
    """A recording with a face, and the middle of it in each frame."""
    from skimage.data import astronaut

    face = Image.fromarray(astronaut()[0:280, 120:340])
    face = face.resize((WIDTH, WIDTH * face.height // face.width))
    places = [(60 + 18 * number, 60 + 6 * number) for number in range(COUNT)]
    encode(path, SIZE, 25, (picture(face, place) for place in places), *VP9, "-pix_fmt", "yuv420p")
    return path, [(x + face.width // 2, y + face.height * 4 // 10) for x, y in places]


def picture(face, place):
    picture = Image.fromarray(screen(SIZE))
    picture.paste(face, place)
    return picture
