// Loops over pixels for which the Swift compiler finds no good vector code. Written with vector types that the compiler
// lowers to the instructions of any machine, so that there is one version, with the same result everywhere.
#ifndef PIXEL_KERNELS_H
#define PIXEL_KERNELS_H

#include <stddef.h>
#include <stdint.h>

// Turns a row that PNG's filter type Paeth was applied to back into samples, in place.
//
// `row` and `above` hold `count` bytes, a multiple of `channels`, which is 3 or 4. Four bytes beyond each are read; the
// one beyond `row` may be overwritten.
void png_reverse_paeth(uint8_t *row, const uint8_t *above, size_t count, size_t channels);

#endif
