// The pixel kernels over random inputs: prints a sum of each result.
#include <stdlib.h>
#include <zlib.h>

#include "inputs.h"
#include "pixel_kernels.h"

enum { ROUNDS = 400, WIDEST = 700, MOST_TERMS = 12, MOST_RADIUS = 9 };

static void reverse_paeth(int round) {
    uint8_t row[4 * WIDEST + 4], above[4 * WIDEST + 4];
    size_t channels = (size_t)random_in(3, 4), count = channels * (size_t)random_in(1, WIDEST);
    fill_random(row, sizeof row);
    fill_random(above, sizeof above);
    png_reverse_paeth(row, above, count, channels);
    print_sum("paeth", round, row, count);
}

static void reverse_paeth_pair(int round) {
    uint8_t rows[2][4 * WIDEST + 4], above[4 * WIDEST + 4];
    size_t channels = (size_t)random_in(3, 4), count = channels * (size_t)random_in(1, WIDEST);
    fill_random(rows, sizeof rows);
    fill_random(above, sizeof above);
    png_reverse_paeth_pair(rows[0], rows[1], above, count, channels);
    print_sum("paeth, first", round, rows[0], count);
    print_sum("paeth, second", round, rows[1], count);
}

// Few colours in some rounds, noise in others: streams with and without matches, and stored ones.
static void inflate_stream(int round) {
    static uint8_t plain[1 << 16], packed[1 << 17], output[1 << 16];
    size_t count = (size_t)random_in(1, sizeof plain);
    const int colors = random_in(1, 256);
    for (size_t i = 0; i < count; i++) plain[i] = (uint8_t)(random_number() % (uint64_t)colors);
    z_stream stream = {.next_in = plain, .avail_in = (uInt)count, .next_out = packed, .avail_out = sizeof packed};
    if (deflateInit2(&stream, random_in(0, 9), Z_DEFLATED, -15, 8, random_in(0, 4)) != Z_OK) abort();
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) abort();
    size_t size = stream.total_out;
    deflateEnd(&stream);
    // In every third round, damaged.
    if (round % 3 == 0) packed[random_number() % size] ^= (uint8_t)(1 << random_in(0, 7));

    png_inflater *inflater = malloc(png_inflater_size());
    if (inflater == NULL) abort();
    memset(output, 0, sizeof output);
    png_inflater_start(inflater, packed, size, output, count);
    png_inflation result;
    do result = png_inflater_run(inflater, 5000);
    while (result == PNG_INFLATION_PAUSED);
    size_t written = png_inflater_written(inflater);
    if (round % 3 != 0 && (result != PNG_INFLATION_ENDED || written != count || memcmp(plain, output, count) != 0)) abort();
    printf("inflation %d ends %d after %zu\n", round, result, result == PNG_INFLATION_ENDED ? written : 0);
    if (result == PNG_INFLATION_ENDED) print_sum("inflation", round, output, written);
    free(inflater);
}

static void sum_rows(int round) {
    static uint8_t rows[MOST_TERMS * WIDEST];
    int16_t weights[MOST_TERMS], sums[WIDEST];
    size_t terms = (size_t)random_in(1, MOST_TERMS), count = (size_t)random_in(1, WIDEST);
    fill_random(rows, sizeof rows);
    for (size_t i = 0; i < MOST_TERMS; i++) weights[i] = (int16_t)random_in(-1365, 1365);
    pixels_sum_rows(rows, WIDEST, weights, terms, sums, count);
    print_sum("row sums", round, sums, count * sizeof *sums);
}

static void scale_row(int round) {
    int16_t sums[3 * WIDEST + PIXEL_SCALING_SLACK + 64], weights[WIDEST * 6];
    int32_t starts[WIDEST];
    uint8_t pixels[3 * WIDEST + PIXEL_SCALING_SLACK];
    size_t terms = 2 * (size_t)random_in(1, 3), count = (size_t)random_in(1, WIDEST);
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) sums[i] = (int16_t)random_in(0, 255 << 6);
    for (size_t i = 0; i < count; i++) starts[i] = 3 * random_in(0, WIDEST - (int)terms);
    for (size_t i = 0; i < terms * count; i++) weights[i] = (int16_t)random_in(-2730, 8191);
    pixels_scale_row(sums, starts, weights, terms, pixels, count);
    print_sum("scaled row", round, pixels, 3 * count);
}

static void store_row(int round) {
    static float shares[3 * WIDEST];
    uint8_t pixels[4 * WIDEST];
    size_t channels = (size_t)random_in(3, 4), count = (size_t)random_in(1, WIDEST);
    for (size_t i = 0; i < 3 * WIDEST; i++) shares[i] = (float)random_in(-300, 1300) / 1000;
    fill_random(pixels, sizeof pixels);
    pixels_store_row(shares, WIDEST, count, pixels, channels);
    print_sum("stored row", round, pixels, sizeof pixels);
}

static void sum_pairs(int round) {
    static uint16_t rows[2 * MOST_RADIUS + 1][WIDEST];
    const uint16_t *pointers[2 * MOST_RADIUS + 1];
    uint16_t weights[MOST_RADIUS + 1], sums[WIDEST];
    size_t radius = (size_t)random_in(1, MOST_RADIUS), count = (size_t)random_in(1, WIDEST);
    for (size_t i = 0; i < 2 * MOST_RADIUS + 1; i++) {
        for (size_t j = 0; j < WIDEST; j++) rows[i][j] = (uint16_t)random_in(0, 32767);
        pointers[i] = rows[i];
    }
    for (size_t i = 0; i <= radius; i++) weights[i] = (uint16_t)random_in(0, 32768 / (int)(radius + 1));
    pixels_sum_pairs(pointers, weights, radius, sums, count);
    print_sum("pairs", round, sums, count * sizeof *sums);
}

static void transform(int round) {
    int16_t block[64];
    float steps[64], reciprocals[64];
    uint8_t samples[64];
    for (size_t i = 0; i < 64; i++) {
        block[i] = (int16_t)random_in(-200, 200);
        steps[i] = (float)random_in(1, 60);
        reciprocals[i] = 1 / steps[i];
    }
    dct_decode_block(block, steps, samples, 8);
    print_sum("samples", round, samples, sizeof samples);
    fill_random(samples, sizeof samples);
    dct_encode_block(samples, 8, reciprocals, block);
    print_sum("coefficients", round, block, sizeof block);
}

int main(void) {
    for (int round = 0; round < ROUNDS; round++) {
        reverse_paeth(round);
        reverse_paeth_pair(round);
        inflate_stream(round);
        sum_rows(round);
        scale_row(round);
        store_row(round);
        sum_pairs(round);
        for (int i = 0; i < 20; i++) transform(20 * round + i);
    }
    return 0;
}
