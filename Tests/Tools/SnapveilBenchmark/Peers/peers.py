"""Does the jobs of the benchmark with OpenCV, libvips and Pillow, on one core, from bytes in memory to bytes in memory.

The first line on standard output tells the version of each peer, its settings for each format, and what it looks for by which
means, as JSON. From then on each line of standard input is a job, and is answered with one line:

    {"peer": "libvips", "setting": "level 1", "format": "png", "cover": "blur", "regions": [[x, y, width, height]],
     "length": 20, "file": "shot.png", "splash": "splash.png", "deliver": false}
    {"seconds": 0.18, "file": "the result in base64, if it was to be delivered"}

A job of a file and a place, {"file": "shot.png", "heic": "shot.heic"}, has Pillow write the one to the other. A job with "folder" and
"output" in place of files is done on each file of the one, and its seconds are by the clock on the wall.

The seconds are processor time of this process, all threads, and of those that it starts. Files are read once and kept, but
those of a folder. Ends with its input.
"""

import base64
import functools
import importlib.metadata
import io
import json
import os
import sys
import time

os.environ["VIPS_CONCURRENCY"] = "1"
os.environ["RAYON_NUM_THREADS"] = "1"
os.environ["OMP_THREAD_LIMIT"] = "1"

import cv2
import numpy
import oxipng
import PIL
import pillow_heif
import pytesseract
import pyvips
import zxingcpp
from PIL import Image, ImageDraw, ImageFilter, ImageOps

cv2.setNumThreads(1)
pillow_heif.options.DECODE_THREADS = 1
pillow_heif.register_heif_opener()
# Or libvips would answer from its cache what it has computed before.
pyvips.cache_set_max(0)

JPEG_QUALITY = 90


@functools.lru_cache(maxsize=8)
def ready(decode, data):
    """A picture that was decoded before."""
    return decode(data)


class OpenCV:
    version = cv2.__version__
    #: What it looks for, and by which means.
    looks = {"codes": "QR and bars"}
    settings = {
        "png": {
            "default": [],
            "level 1": [cv2.IMWRITE_PNG_COMPRESSION, 1],
            "level 9": [cv2.IMWRITE_PNG_COMPRESSION, 9, cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_ALL_FILTERS],
        },
        "jpeg": {"default": []},
        "webp": {"default": [cv2.IMWRITE_WEBP_QUALITY, 101]},
    }
    squares, bars = cv2.QRCodeDetector(), cv2.barcode.BarcodeDetector()

    @staticmethod
    def decode(data):
        return cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_UNCHANGED)

    def encode(self, picture, format, setting):
        options = self.settings[format][setting]
        if format == "jpeg":
            options = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY, *options]
        return cv2.imencode("." + format, picture, options)[1].tobytes()

    def run(self, job, data, splash):
        picture = getattr(self, job["cover"])(self.decode(data), job, splash)
        return self.encode(picture, job["format"], job["setting"])

    def blur(self, picture, job, splash):
        return cv2.GaussianBlur(picture, (0, 0), job["length"], borderType=cv2.BORDER_REPLICATE)

    def regionBlur(self, picture, job, splash):
        for x, y, width, height in job["regions"]:
            picture[y : y + height, x : x + width] = self.blur(picture[y : y + height, x : x + width], job, splash)
        return picture

    def regionFill(self, picture, job, splash):
        for x, y, width, height in job["regions"]:
            cv2.rectangle(picture, (x, y), (x + width - 1, y + height - 1), (0, 0, 0, 255), cv2.FILLED)
        return picture

    def pixelate(self, picture, job, splash):
        height, width = picture.shape[:2]
        block = job["length"]
        cells = cv2.resize(picture, (-(-width // block), -(-height // block)), interpolation=cv2.INTER_AREA)
        return cv2.resize(cells, (width, height), interpolation=cv2.INTER_NEAREST)

    def fill(self, picture, job, splash):
        return numpy.zeros((*picture.shape[:2], 3), numpy.uint8)

    def message(self, picture, job, splash):
        return ready(self.decode, splash)

    def image(self, picture, job, splash):
        cover = self.decode(splash)
        height, width = picture.shape[:2]
        scale = max(width / cover.shape[1], height / cover.shape[0])
        size = (max(width, round(cover.shape[1] * scale)), max(height, round(cover.shape[0] * scale)))
        cover = cv2.resize(cover, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
        left, top = (size[0] - width) // 2, (size[1] - height) // 2
        return numpy.ascontiguousarray(cover[top : top + height, left : left + width])

    def codes(self, picture, job, splash):
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        for reader in (self.squares, self.bars):
            _, corners = reader.detectMulti(grey)
            for code in [] if corners is None else corners:
                cv2.fillConvexPoly(picture, code.round().astype(numpy.int32), (0, 0, 0, 255))
        return picture


class LibVIPS:
    version = ".".join(str(pyvips.version(part)) for part in range(3))
    looks = {}
    settings = {
        "png": {
            "default": {},
            "level 1": {"compression": 1},
            "level 9": {"compression": 9},
            "level 9, all filters": {"compression": 9, "filter": "all"},
        },
        "jpeg": {"default": {}, "4:2:0": {"subsample_mode": "on"}},
        "webp": {"default": {"lossless": True}, "effort 0": {"lossless": True, "effort": 0}},
    }

    def run(self, job, data, splash):
        # Regions are read out of order; everything else streams.
        access = "random" if job["cover"] == "regionBlur" else "sequential"
        picture = pyvips.Image.new_from_buffer(data, "", access=access, fail_on="warning")
        picture = getattr(self, job["cover"])(picture, job, splash)
        options = self.settings[job["format"]][job["setting"]]
        if job["format"] == "jpeg":
            return picture.jpegsave_buffer(Q=JPEG_QUALITY, **options)
        if job["format"] == "webp":
            return picture.webpsave_buffer(**options)
        return picture.pngsave_buffer(**options)

    def blur(self, picture, job, splash):
        return picture.gaussblur(job["length"])

    def regionBlur(self, picture, job, splash):
        result = picture
        for x, y, width, height in job["regions"]:
            result = result.insert(picture.crop(x, y, width, height).gaussblur(job["length"]), x, y)
        return result

    # Inserting streams, which is faster than draw_rect: that copies the whole picture each time.
    def regionFill(self, picture, job, splash):
        black = [0, 0, 0, 255][: picture.bands]
        for x, y, width, height in job["regions"]:
            picture = picture.insert(pyvips.Image.black(width, height).new_from_image(black), x, y)
        return picture

    def pixelate(self, picture, job, splash):
        block = job["length"]
        cells = picture.shrink(block, block, ceil=True)
        return cells.zoom(block, block).crop(0, 0, picture.width, picture.height)

    def fill(self, picture, job, splash):
        picture.copy_memory()
        return pyvips.Image.black(picture.width, picture.height, bands=3).copy(interpretation="srgb")

    def message(self, picture, job, splash):
        picture.copy_memory()
        return ready(self.decode, splash)

    @staticmethod
    def decode(data):
        return pyvips.Image.new_from_buffer(data, "").copy_memory()

    def image(self, picture, job, splash):
        picture.copy_memory()
        return pyvips.Image.thumbnail_buffer(splash, picture.width, height=picture.height, crop="centre")


class Pillow:
    version = (
        f"{PIL.__version__} with pillow-heif {pillow_heif.__version__}, Tesseract {pytesseract.get_tesseract_version()}, "
        f"zxing-cpp {importlib.metadata.version('zxing-cpp')}"
    )
    looks = {"text": "Tesseract", "codes": "zxing-cpp"}
    settings = {
        "png": {
            "default": {},
            "level 1": {"compress_level": 1},
            "level 9": {"compress_level": 9, "optimize": True},
            "oxipng": {"compress_level": 1, "oxipng": 4},
        },
        "jpeg": {"default": {}},
        "webp": {"default": {"lossless": True}, "method 0": {"lossless": True, "method": 0, "quality": 0}},
        "heic": {"default": {}},
    }

    def run(self, job, data, splash):
        picture = Image.open(io.BytesIO(data))
        picture.load()
        picture = getattr(self, job["cover"])(picture, job, splash)
        output = io.BytesIO()
        options = dict(self.settings[job["format"]][job["setting"]])
        level = options.pop("oxipng", None)
        # Nobody here writes HEIC.
        format = {"heic": "jpeg"}.get(job["format"], job["format"])
        if format == "jpeg":
            options = {"quality": JPEG_QUALITY, **options}
        picture.save(output, format, **options)
        return oxipng.optimize_from_memory(output.getvalue(), level=level) if level else output.getvalue()

    def blur(self, picture, job, splash):
        return picture.filter(ImageFilter.GaussianBlur(job["length"]))

    def regionBlur(self, picture, job, splash):
        for x, y, width, height in job["regions"]:
            picture.paste(self.blur(picture.crop((x, y, x + width, y + height)), job, splash), (x, y))
        return picture

    def regionFill(self, picture, job, splash):
        draw = ImageDraw.Draw(picture)
        for x, y, width, height in job["regions"]:
            draw.rectangle((x, y, x + width - 1, y + height - 1), fill="black")
        return picture

    def pixelate(self, picture, job, splash):
        block = job["length"]
        cells = picture.reduce(block)
        cells = cells.resize((cells.width * block, cells.height * block), Image.Resampling.NEAREST)
        return cells.crop((0, 0, *picture.size))

    def fill(self, picture, job, splash):
        return Image.new("RGB", picture.size, "black")

    def message(self, picture, job, splash):
        return ready(self.decode, splash)

    @staticmethod
    def decode(data):
        return Image.open(io.BytesIO(data)).convert("RGB")

    def text(self, picture, job, splash):
        words = pytesseract.image_to_data(picture, output_type=pytesseract.Output.DICT)
        places = zip(words["text"], words["left"], words["top"], words["width"], words["height"])
        return self.regionFill(picture, {"regions": [place for text, *place in places if text.strip()]}, splash)

    def codes(self, picture, job, splash):
        draw = ImageDraw.Draw(picture)
        for code in zxingcpp.read_barcodes(picture):
            corners = [code.position.top_left, code.position.top_right, code.position.bottom_right, code.position.bottom_left]
            draw.polygon([(corner.x, corner.y) for corner in corners], fill="black")
        return picture

    def image(self, picture, job, splash):
        return ImageOps.fit(Image.open(io.BytesIO(splash)), picture.size, Image.Resampling.BICUBIC)


PEERS = {"OpenCV": OpenCV(), "libvips": LibVIPS(), "Pillow": Pillow()}


@functools.cache
def read(path):
    with open(path, "rb") as file:
        return file.read()


def cover_folder(job):
    for name in os.listdir(job["folder"]):
        with open(os.path.join(job["folder"], name), "rb") as file:
            result = PEERS[job["peer"]].run(job, file.read(), b"")
        with open(os.path.join(job["output"], name), "wb") as file:
            file.write(result)


def answer(job):
    if "heic" in job:
        Image.open(job["file"]).convert("RGB").save(job["heic"], quality=80)
        return {"seconds": 0}
    if "folder" in job:
        began = time.monotonic()
        cover_folder(job)
        return {"seconds": time.monotonic() - began}
    data, splash, peer = read(job["file"]), read(job["splash"]), PEERS[job["peer"]]
    if job["cover"] in peer.looks:
        # What was named are the means of the look; the file is written as it is fastest.
        job["setting"] = "level 1"
    began = processor_time()
    result = peer.run(job, data, splash)
    seconds = processor_time() - began
    delivered = {"file": base64.b64encode(result).decode()} if job["deliver"] else {}
    return {"seconds": seconds, **delivered}


def processor_time():
    """Seconds that this process has worked, and those that it started and that ended."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def settings(named):
    """Level 9 and oxipng are for the size: where speed counts, another level wins by far."""
    return [{"name": name, "timed": not name.startswith(("level 9", "oxipng"))} for name in named]


def main():
    introductions = [
        {
            "name": name,
            "version": peer.version,
            "settings": {kind: settings(named) for kind, named in peer.settings.items()},
            "looks": {cover: settings([means]) for cover, means in peer.looks.items()},
        }
        for name, peer in PEERS.items()
    ]
    print(json.dumps(introductions), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
