"""What apps lay over their screens before the system takes its picture: blurs, materials and mosaics."""

import numpy
from PIL import Image, ImageEnhance, ImageFilter


def gaussian(picture, sigma):
    """A Gaussian blur with a standard deviation in pixels, whose edges are extended."""
    return picture.filter(ImageFilter.GaussianBlur(sigma))


def material(picture, sigma, tint, share, saturation=1.8, factor=4):
    """A blur as systems draw it: of a smaller picture, saturated, with a tint over it."""
    width, height = picture.size
    small = picture.resize((max(width // factor, 1), max(height // factor, 1)), Image.Resampling.BOX)
    small = small.filter(ImageFilter.GaussianBlur(sigma / factor))
    soft = ImageEnhance.Color(small.resize((width, height), Image.Resampling.BICUBIC)).enhance(saturation)
    return Image.blend(soft, Image.new("RGB", soft.size, tint), share)


def mosaic(picture, block):
    """Cells of `block` pixels, counted from the top left corner."""
    values = numpy.asarray(picture, dtype=float)
    height, width, _ = values.shape
    rows, columns = -(-height // block), -(-width // block)
    padded = numpy.pad(values, ((0, rows * block - height), (0, columns * block - width), (0, 0)), "edge")
    means = padded.reshape(rows, block, columns, block, 3).mean((1, 3))
    return Image.fromarray(means.round().astype("uint8").repeat(block, 0).repeat(block, 1)[:height, :width])


def coarse(picture, block):
    """Cells as scaling down and up again makes them: of about `block` pixels, some a pixel wider."""
    width, height = picture.size
    small = picture.resize((round(width / block), round(height / block)), Image.Resampling.BILINEAR)
    return small.resize((width, height), Image.Resampling.NEAREST)
