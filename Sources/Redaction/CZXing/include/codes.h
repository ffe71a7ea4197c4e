// ZXing-C++ behind a function that returns: what the library throws stays on its side.
#ifndef CODES_H
#define CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    codes_other,
    codes_aztec,
    codes_codabar,
    codes_code39,
    codes_code93,
    codes_code128,
    codes_data_bar,
    codes_data_bar_expanded,
    codes_data_matrix,
    codes_ean8,
    codes_ean13,
    codes_itf,
    codes_maxi_code,
    codes_pdf417,
    codes_qr_code,
    codes_micro_qr_code,
    codes_upc_a,
    codes_upc_e,
} codes_format;

typedef struct {
    codes_format format;
    // Pixels: x and y of the four corners, clockwise from where the code begins.
    int32_t corners[8];
} codes_code;

typedef enum {
    codes_done,
    codes_out_of_memory,
    codes_failed,
} codes_outcome;

// Looks for codes of squares, at any angle, in a picture of `width` times `height` samples of light, rows without padding: for those of
// formats that show themselves anywhere, or for those that are looked for in the middle of the picture.
//
// Writes at most `capacity` of them, and how many to `count`. What they say is forgotten.
codes_outcome codes_find_squares(
    const uint8_t *light, int32_t width, int32_t height, bool in_the_middle, codes_code *codes, size_t capacity,
    size_t *count);

// Looks for one code of bars, upright or on its side; `count` is 0 or 1.
//
// One at a time, as version 1.4 of the library, which compares those that it finds, ends the process where two say the same.
codes_outcome codes_find_bars(const uint8_t *light, int32_t width, int32_t height, codes_code *code, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
