"""Makes the WebP files of the tests, with the pixels that libwebp reads in them as PNG: python3 webp.py (needs Pillow and NumPy)."""
import pathlib

import numpy
from PIL import Image

FOLDER = pathlib.Path(__file__).parent / "WebP"


def picture(width, height, alpha):
    """Gradients, hard edges and noise; alpha from none to all."""
    y, x = numpy.mgrid[0:height, 0:width]
    random = numpy.random.default_rng(width)
    red, green = x * 255 // width, y * 255 // height
    blue = numpy.where((x // 8 + y // 8) % 2 == 0, 230, 20)
    samples = numpy.stack([red, green, blue], axis=2) + random.integers(-6, 7, (height, width, 3))
    channels = [numpy.clip(samples, 0, 255)]
    if alpha:
        channels.append(numpy.clip((x + y) * 300 // (width + height) - 20, 0, 255)[:, :, None])
    return Image.fromarray(numpy.concatenate(channels, axis=2).astype("uint8"))


def save(name, image, **options):
    file = FOLDER / f"{name}.webp"
    image.save(file, **options)
    read = Image.open(file)
    read.save(file.with_suffix(".png"), optimize=True)


def main():
    FOLDER.mkdir(exist_ok=True)
    for alpha in (False, True):
        suffix = "-alpha" if alpha else ""
        image = picture(61, 47, alpha)
        save(f"lossy{suffix}", image, quality=60)
        save(f"lossless{suffix}", image, lossless=True, exact=True)
    flat = picture(61, 47, False).quantize(12).convert("RGB")
    save("palette", flat, lossless=True)
    frames = [picture(16, 16, False), picture(16, 16, False).rotate(90)]
    frames[0].save(FOLDER / "animated.webp", save_all=True, append_images=frames[1:], duration=100)


if __name__ == "__main__":
    main()
