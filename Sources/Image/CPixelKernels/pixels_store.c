#include "interleave.h"
#include "pixel_kernels.h"

// Pixels that are rounded at a time.
enum { stretch = 64 };

static inline uint8_t rounded(float share) {
    float bounded = share < 0 ? 0 : share > 1 ? 1 : share;
    return (uint8_t)(int32_t)(bounded * 255 + 0.5f);
}

static void store_stretch(const float *shares, size_t distance, size_t count, uint8_t *pixels, size_t channels) {
    uint8_t samples[3][stretch];
    for (size_t channel = 0; channel < 3; channel++) {
        for (size_t x = 0; x < count; x++) samples[channel][x] = rounded(shares[channel * distance + x]);
    }
    if (channels == 3) {
        interleave(samples[0], samples[1], samples[2], pixels, count);
        return;
    }
    for (size_t x = 0; x < count; x++) {
        for (size_t channel = 0; channel < 3; channel++) pixels[x * channels + channel] = samples[channel][x];
    }
}

void pixels_store_row(const float *shares, size_t distance, size_t count, uint8_t *pixels, size_t channels) {
    for (size_t x = 0; x < count; x += stretch) {
        size_t length = count - x < stretch ? count - x : stretch;
        store_stretch(shares + x, distance, length, pixels + x * channels, channels);
    }
}
