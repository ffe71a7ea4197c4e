#include "interleave.h"
#include "pixel_kernels.h"

static inline uint8_t clamped(int32_t value) {
    int32_t whole = value >> 16;
    return (uint8_t)(whole < 0 ? 0 : whole > 255 ? 255 : whole);
}

// Pixels that are read at a time: an even number, so that none of them share chroma with the next ones.
enum { stretch = 256 };

// Chroma of `count` pixels, of which `1 << shift` share a sample, less the level of grey.
static void spread(const uint8_t *samples, size_t shift, int32_t *chroma, size_t count) {
    if (shift == 0) {
        for (size_t x = 0; x < count; x++) chroma[x] = samples[x] - 128;
        return;
    }
    for (size_t x = 0; x < (count + 1) / 2; x++) chroma[2 * x] = chroma[2 * x + 1] = samples[x] - 128;
}

static void read_stretch(
    const uint8_t *luma, const int32_t *toward_blue, const int32_t *toward_red, uint8_t *pixels, size_t count,
    video_reading colors
) {
    uint8_t red[stretch], green[stretch], blue[stretch];
    const int32_t offset = (1 << 15) - colors.black * colors.luma;
    // Loops of one result each, which the compiler makes vectors of.
    for (size_t x = 0; x < count; x++) red[x] = clamped(luma[x] * colors.luma + offset + colors.red_by_red * toward_red[x]);
    for (size_t x = 0; x < count; x++) {
        const int32_t chroma = colors.green_by_blue * toward_blue[x] + colors.green_by_red * toward_red[x];
        green[x] = clamped(luma[x] * colors.luma + offset - chroma);
    }
    for (size_t x = 0; x < count; x++) {
        blue[x] = clamped(luma[x] * colors.luma + offset + colors.blue_by_blue * toward_blue[x]);
    }
    interleave(red, green, blue, pixels, count);
}

void video_read_row(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, size_t shift, uint8_t *pixels, size_t count,
    const video_reading *reading
) {
    int32_t toward_blue[stretch], toward_red[stretch];
    for (size_t x = 0; x < count; x += stretch) {
        const size_t length = count - x < stretch ? count - x : stretch;
        spread(blue + (x >> shift), shift, toward_blue, length);
        spread(red + (x >> shift), shift, toward_red, length);
        read_stretch(luma + x, toward_blue, toward_red, pixels + 3 * x, length, *reading);
    }
}

void video_write_luma(const uint8_t *pixels, uint8_t *luma, size_t count, const video_writing *writing) {
    const video_writing colors = *writing;
    for (size_t x = 0; x < count; x++) {
        const int32_t red = pixels[3 * x], green = pixels[3 * x + 1], blue = pixels[3 * x + 2];
        luma[x] = clamped(
            colors.luma[0] * red + colors.luma[1] * green + colors.luma[2] * blue + (colors.black << 16) + (1 << 15)
        );
    }
}

void video_write_chroma(
    const uint8_t *pixels, const uint8_t *below, size_t shift, uint8_t *blue, uint8_t *red, size_t count,
    const video_writing *writing
) {
    const video_writing colors = *writing;
    const size_t last = count - 1;
    for (size_t x = 0, left = 0; left < count; x++, left += (size_t)1 << shift) {
        // What lies beyond the last column is as that.
        const size_t right = shift && left < last ? left + 1 : left;
        int32_t sums[3];
        for (size_t i = 0; i < 3; i++) {
            sums[i] = pixels[3 * left + i] + pixels[3 * right + i] + below[3 * left + i] + below[3 * right + i];
        }
        const int32_t toward_blue =
            colors.blue[0] * sums[0] + colors.blue[1] * sums[1] + colors.blue[2] * sums[2];
        const int32_t toward_red = colors.red[0] * sums[0] + colors.red[1] * sums[1] + colors.red[2] * sums[2];
        blue[x] = clamped((toward_blue >> 2) + (128 << 16) + (1 << 15));
        red[x] = clamped((toward_red >> 2) + (128 << 16) + (1 << 15));
    }
}

static int differ(const uint8_t *one, const uint8_t *other, size_t count, uint8_t tolerance) {
    uint8_t most = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t difference = one[i] > other[i] ? one[i] - other[i] : other[i] - one[i];
        most = difference > most ? difference : most;
    }
    return most > tolerance;
}

void video_note_changes(
    const uint8_t *one, const uint8_t *other, size_t row_bytes, size_t rows, size_t block_bytes, size_t block_rows,
    uint8_t tolerance, uint8_t *changes
) {
    const size_t columns = (row_bytes + block_bytes - 1) / block_bytes;
    for (size_t y = 0; y < rows; y++) {
        const uint8_t *left = one + y * row_bytes, *right = other + y * row_bytes;
        uint8_t *noted = changes + y / block_rows * columns;
        for (size_t column = 0; column < columns; column++) {
            const size_t start = column * block_bytes;
            const size_t count = row_bytes - start < block_bytes ? row_bytes - start : block_bytes;
            if (!noted[column]) noted[column] = (uint8_t)differ(left + start, right + start, count, tolerance);
        }
    }
}
