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

// The samples of a pixel in the low bytes of the first four lanes.
static inline lane_vector spread(uint32_t pixel) {
    byte_vector bytes = (byte_vector)(word_vector){pixel};
    byte_vector zero = {0};
    return (lane_vector)__builtin_shufflevector(bytes, zero, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

// The low bytes of the first four lanes.
static inline uint32_t gather(lane_vector lanes) {
    byte_vector bytes = (byte_vector)lanes;
    return ((word_vector)__builtin_shufflevector(bytes, bytes, 0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10, 12, 14))[0];
}

// Bytes, so that the high byte of a lane stays zero.
static inline lane_vector add(lane_vector left, lane_vector right) {
    return (lane_vector)((byte_vector)left + (byte_vector)right);
}

static inline lane_vector subtract(lane_vector left, lane_vector right) {
    return (lane_vector)((byte_vector)left - (byte_vector)right);
}

// A pixel has to wait for the one on its left, so what counts is the number of steps from `left` to `left`. With the
// estimate left + up - corner, the nearest of the three (left before up before corner where two are alike) is the larger
// of `left` and `up` if it is at least as near to that as the corner, which is where 3 * corner - left - up is at most the
// smaller; the smaller if the same holds for it; else the corner. Where both hold, all three are the same.
static inline void reverse_paeth(uint8_t *row, const uint8_t *above, size_t count, size_t channels) {
    lane_vector left = {0};
    lane_vector corner = {0};
    uint32_t residual = load(row);
    for (size_t offset = 0; offset < count; offset += channels) {
        lane_vector up = spread(load(above + offset));
        lane_vector onCorner = add(spread(residual), corner);
        lane_vector threshold = corner + corner + corner - up - left;
        lane_vector smaller = __builtin_elementwise_min(left, up);
        lane_vector larger = __builtin_elementwise_max(left, up);
        lane_vector change = (subtract(larger, corner) & ~(threshold > smaller)) |
                             (subtract(smaller, corner) & ~(larger > threshold));
        left = add(onCorner, change);
        corner = up;
        // Read before the write, which for three channels reaches into the next pixel.
        residual = load(row + offset + channels);
        uint32_t pixel = gather(left);
        memcpy(row + offset, &pixel, sizeof pixel);
    }
}

void png_reverse_paeth(uint8_t *row, const uint8_t *above, size_t count, size_t channels) {
    // Apart, so that the step is a constant.
    if (channels == 3) {
        reverse_paeth(row, above, count, 3);
    } else {
        reverse_paeth(row, above, count, 4);
    }
}
