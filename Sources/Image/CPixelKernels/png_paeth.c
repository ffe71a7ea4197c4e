#include <string.h>

#include "pixel_kernels.h"

typedef uint8_t byte_vector __attribute__((vector_size(16)));
typedef int16_t lane_vector __attribute__((vector_size(16)));
typedef uint32_t word_vector __attribute__((vector_size(16)));

static inline uint32_t load(const uint8_t *bytes) {
    uint32_t pixel;
    memcpy(&pixel, bytes, sizeof pixel);
    return pixel;
}

static inline void store(uint8_t *bytes, uint32_t pixel) {
    memcpy(bytes, &pixel, sizeof pixel);
}

// The samples of two pixels in the low bytes of four lanes each.
static inline lane_vector spread(uint32_t first, uint32_t second) {
    byte_vector bytes = (byte_vector)(word_vector){first, second};
    byte_vector zero = {0};
    return (lane_vector)__builtin_shufflevector(bytes, zero, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

// Two pixels of the low bytes of four lanes each, first of all.
static inline word_vector gather(lane_vector lanes) {
    byte_vector bytes = (byte_vector)lanes;
    return (word_vector)__builtin_shufflevector(bytes, bytes, 0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10, 12, 14);
}

// Bytes, so that the high byte of a lane stays zero.
static inline lane_vector add(lane_vector left, lane_vector right) {
    return (lane_vector)((byte_vector)left + (byte_vector)right);
}

static inline lane_vector subtract(lane_vector left, lane_vector right) {
    return (lane_vector)((byte_vector)left - (byte_vector)right);
}

// A pixel has to wait for the one on its left, so what counts is the number of steps from `left` to the result. With the
// estimate left + up - corner, the nearest of the three (left before up before corner where two are alike) is the larger
// of `left` and `up` if it is at least as near to that as the corner, which is where 3 * corner - left - up is at most the
// smaller; the smaller if the same holds for it; else the corner. Where both hold, all three are the same.
static inline lane_vector restore(lane_vector residual, lane_vector left, lane_vector up, lane_vector corner) {
    lane_vector on_corner = add(residual, corner);
    lane_vector threshold = corner + corner + corner - up - left;
    lane_vector smaller = __builtin_elementwise_min(left, up);
    lane_vector larger = __builtin_elementwise_max(left, up);
    lane_vector change = (subtract(larger, corner) & ~(threshold > smaller)) |
                         (subtract(smaller, corner) & ~(larger > threshold));
    return add(on_corner, change);
}

static inline void reverse_paeth(uint8_t *row, const uint8_t *above, size_t count, size_t channels) {
    lane_vector left = {0};
    lane_vector corner = {0};
    uint32_t residual = load(row);
    for (size_t offset = 0; offset < count; offset += channels) {
        lane_vector up = spread(load(above + offset), 0);
        left = restore(spread(residual, 0), left, up, corner);
        corner = up;
        // Read before the write, which for three channels reaches into the next pixel.
        residual = load(row + offset + channels);
        store(row + offset, gather(left)[0]);
    }
}

// The last pixel of a row and that of the row below it, one pixel behind, side by side; above both what is above each.
typedef struct {
    lane_vector left;
    lane_vector corner;
} row_pair;

// Restores a pixel of the row, and of the row below the one on its left, above which the row is restored already.
static inline word_vector restore_pair(row_pair *pair, uint32_t above, uint32_t residual, uint32_t residual_below) {
    lane_vector up = __builtin_shufflevector(spread(above, 0), pair->left, 0, 1, 2, 3, 8, 9, 10, 11);
    pair->left = restore(spread(residual, residual_below), pair->left, up, pair->corner);
    pair->corner = up;
    return gather(pair->left);
}

static inline void reverse_paeth_pair(
    uint8_t *row, uint8_t *below, const uint8_t *above, size_t count, size_t channels
) {
    row_pair pair = {{0}, {0}};
    word_vector pixels = restore_pair(&pair, load(above), load(row), 0);
    uint32_t residual = load(row + channels);
    uint32_t residual_below = load(below);
    store(row, pixels[0]);
    for (size_t offset = channels; offset < count; offset += channels) {
        pixels = restore_pair(&pair, load(above + offset), residual, residual_below);
        residual = load(row + offset + channels);
        residual_below = load(below + offset);
        store(row + offset, pixels[0]);
        store(below + offset - channels, pixels[1]);
    }
    pixels = restore_pair(&pair, 0, 0, residual_below);
    store(below + count - channels, pixels[1]);
}

// Apart, so that the step is a constant.

void png_reverse_paeth(uint8_t *row, const uint8_t *above, size_t count, size_t channels) {
    if (channels == 3) {
        reverse_paeth(row, above, count, 3);
    } else {
        reverse_paeth(row, above, count, 4);
    }
}

void png_reverse_paeth_pair(uint8_t *row, uint8_t *below, const uint8_t *above, size_t count, size_t channels) {
    if (channels == 3) {
        reverse_paeth_pair(row, below, above, count, 3);
    } else {
        reverse_paeth_pair(row, below, above, count, 4);
    }
}
