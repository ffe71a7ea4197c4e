#ifndef INTERLEAVE_H
#define INTERLEAVE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Makes pixels of 3 samples each, of one of red, of green and of blue.
static inline void interleave(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint8_t *pixels, size_t count
) {
    // Words, the lowest byte first, each of which writes a byte of the next pixel, too: the last pixel has none.
    size_t x = 0;
    for (; x + 1 < count; x++) {
        uint32_t word = (uint32_t)red[x] | (uint32_t)green[x] << 8 | (uint32_t)blue[x] << 16;
        memcpy(pixels + 3 * x, &word, sizeof word);
    }
    if (x < count) {
        pixels[3 * x] = red[x];
        pixels[3 * x + 1] = green[x];
        pixels[3 * x + 2] = blue[x];
    }
}

#endif
