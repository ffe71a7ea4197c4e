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

// The same for two such rows, one below the other, in less time than one by one; for `below`, too, four bytes beyond are read, and
// one may be overwritten.
void png_reverse_paeth_pair(uint8_t *row, uint8_t *below, const uint8_t *above, size_t count, size_t channels);

// Inflates a deflate stream (RFC 1951), of a PNG or an archive, into memory that holds all of it, and pauses whenever it is told
// to, so that nobody has to wait for the end. Takes and refuses what zlib does, with a window of 32 KiB.
typedef struct png_inflater png_inflater;

typedef enum {
    // There is more to do.
    PNG_INFLATION_PAUSED,
    // The stream has ended.
    PNG_INFLATION_ENDED,
    // It is damaged, ends early or would write more than it may.
    PNG_INFLATION_REFUSED,
} png_inflation;

// Bytes of an inflater, which is 8-byte aligned memory that `png_inflater_start` makes one.
size_t png_inflater_size(void);

// Both buffers outlive the inflater. At most `capacity` bytes are written; those not yet written may hold anything.
void png_inflater_start(
    png_inflater *inflater, const uint8_t *stream, size_t size, uint8_t *output, size_t capacity
);

// Inflates at least `byte_count` bytes more and at most 262 beyond that, fewer where the stream ends or after 256 blocks.
// What was written more than 32 KiB ago is not looked at again. Not to be called after it has ended or refused.
png_inflation png_inflater_run(png_inflater *inflater, size_t byte_count);

// Bytes that were written so far.
size_t png_inflater_written(const png_inflater *inflater);

// Bytes of the stream that were not used.
size_t png_inflater_unread(const png_inflater *inflater);

// Sums rows, each with a weight.
//
// `rows` holds `terms` rows of `count` samples, `stride` bytes apart. `weights` are in units of 2^-14; there is an even
// number of them, the last of which is not looked at if `terms` is odd. The `count` sums are in units of 2^-6.
void pixels_sum_rows(
    const uint8_t *rows, size_t stride, const int16_t *weights, size_t terms, int16_t *sums, size_t count
);

// Elements beyond their ends that `pixels_scale_row` reads of its sums, and bytes beyond its pixels that it writes.
#define PIXEL_SCALING_SLACK 2

// Makes each of `count` RGB pixels from `terms` neighbours of a row, each with a weight.
//
// `sums` is such a row, in units of 2^-6; `starts` says at which sample the neighbours of a pixel start.
// `weights` holds `terms` weights for each pixel, an even number, in units of 2^-14.
void pixels_scale_row(
    const int16_t *sums, const int32_t *starts, const int16_t *weights, size_t terms, uint8_t *pixels, size_t count
);

// Sums rows at equal distances before and after a centre, weighted.
//
// `rows` are the `radius` rows before the centre, the centre, and the `radius` rows after it, of `count` samples each that
// are less than 32 768. `weights` holds one for each distance from 0 to `radius`, in units of 2^-16; that of the centre is
// halved, as it counts as a pair of itself. What they add up to is at most one half.
void pixels_sum_pairs(
    const uint16_t *const *rows, const uint16_t *weights, size_t radius, uint16_t *sums, size_t count
);

// The inverse of the discrete cosine transform of JPEG (ITU-T T.81, section A.3.3): a block of 64 coefficients, each in
// units of its step, becomes 8 rows of 8 samples, `stride` apart.
void dct_decode_block(const int16_t *block, const float *steps, uint8_t *samples, size_t stride);

// The transform: 8 rows of 8 samples, `stride` apart, become 64 coefficients, each rounded to its step, one over which is
// in `reciprocals`.
void dct_encode_block(const uint8_t *samples, size_t stride, const float *reciprocals, int16_t *block);

// Writes the colours of a row of `count` pixels, of 3 or 4 channels, from rows of red, green and blue, `distance` apart, as shares of the
// largest sample. Alpha stays.
void pixels_store_row(const float *shares, size_t distance, size_t count, uint8_t *pixels, size_t channels);

// How samples of luma and chroma become colours; all but the level of black in units of 2^-16.
typedef struct {
    int32_t black, luma, red_by_red, green_by_blue, green_by_red, blue_by_blue;
} video_reading;

// How colours become samples of luma and chroma: weights of red, green and blue in units of 2^-16, and the level of black.
typedef struct {
    int32_t luma[3], blue[3], red[3], black;
} video_writing;

// Makes `count` RGB pixels of a row of luma and of chroma, of which one stands for `1 << shift` pixels.
void video_read_row(
    const uint8_t *luma, const uint8_t *blue, const uint8_t *red, size_t shift, uint8_t *pixels, size_t count,
    const video_reading *reading
);

// Makes the luma of `count` RGB pixels.
void video_write_luma(const uint8_t *pixels, uint8_t *luma, size_t count, const video_writing *writing);

// Makes the chroma of two rows of `count` RGB pixels, 1 or more; where a row of chroma stands for one row, both are the same.
void video_write_chroma(
    const uint8_t *pixels, const uint8_t *below, size_t shift, uint8_t *blue, uint8_t *red, size_t count,
    const video_writing *writing
);

// Compares two planes of `rows` rows by blocks, and notes in `changes`, which has a byte for each block, a 1 for those with a
// sample that differs by more than `tolerance`. Blocks that are noted already are passed over.
void video_note_changes(
    const uint8_t *one, const uint8_t *other, size_t row_bytes, size_t rows, size_t block_bytes, size_t block_rows,
    uint8_t tolerance, uint8_t *changes
);

// Means of the samples of each row, in units of 2^-4: those of a row in each of `strips` strips of its `width` samples, which are
// `step` bytes apart, 1 or 4. `width` is at least `strips`.
void video_row_means(
    const uint8_t *samples, size_t row_bytes, size_t step, size_t width, size_t rows, size_t strips, uint16_t *means
);

// The same for each column, in strips of its `rows` samples. `sums` is memory for `width` numbers.
void video_column_means(
    const uint8_t *samples, size_t row_bytes, size_t step, size_t width, size_t rows, size_t strips, uint32_t *sums,
    uint16_t *means
);

// What it costs to take `lines` lines of means for other lines that were moved, by each distance from `1 - lines` to `lines - 1`: the
// mean difference of the `probes` among them, each at most `most`, in units of 2^-8 levels; UINT32_MAX where fewer than `least`
// probes have a counterpart.
void video_shift_costs(
    const uint16_t *one, const uint16_t *other, size_t lines, size_t strips, const size_t *probes, size_t probe_count,
    size_t least, uint16_t most, uint32_t *costs
);

// The sum of the differences of the samples of two rectangles, which are `step` bytes apart, 1 or 4.
uint64_t video_difference(
    const uint8_t *one, const uint8_t *other, size_t row_bytes, size_t step, size_t width, size_t rows
);

#endif
