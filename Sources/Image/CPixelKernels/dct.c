#include <string.h>

#include "pixel_kernels.h"

// Fused, a product and a sum would be rounded once on some machines and twice on others.
#pragma STDC FP_CONTRACT OFF

typedef float row_vector __attribute__((vector_size(16)));
typedef int32_t integer_vector __attribute__((vector_size(16)));
typedef int16_t lane_vector __attribute__((vector_size(8)));
typedef uint8_t byte_vector __attribute__((vector_size(4)));

// Four columns of a block, from the top row to the bottom row.
typedef row_vector columns[8];

// cos(i pi / 16) / 2 for i from 1 to 7; the fourth is also the weight of the mean.
static const float c1 = 0.49039264f;
static const float c2 = 0.46193977f;
static const float c3 = 0.4157348f;
static const float c4 = 0.3535534f;
static const float c5 = 0.27778512f;
static const float c6 = 0.19134172f;
static const float c7 = 0.09754516f;

// Even frequencies see the sums of rows that mirror each other, odd ones the differences.
static inline void transform(columns x) {
    row_vector s0 = x[0] + x[7], s1 = x[1] + x[6], s2 = x[2] + x[5], s3 = x[3] + x[4];
    row_vector d0 = x[0] - x[7], d1 = x[1] - x[6], d2 = x[2] - x[5], d3 = x[3] - x[4];
    row_vector outer = s0 + s3, inner = s1 + s2;
    row_vector outer_slope = s0 - s3, inner_slope = s1 - s2;
    x[0] = (outer + inner) * c4;
    x[1] = d0 * c1 + d1 * c3 + d2 * c5 + d3 * c7;
    x[2] = outer_slope * c2 + inner_slope * c6;
    x[3] = d0 * c3 - d1 * c7 - d2 * c1 - d3 * c5;
    x[4] = (outer - inner) * c4;
    x[5] = d0 * c5 - d1 * c1 + d2 * c7 + d3 * c3;
    x[6] = outer_slope * c6 - inner_slope * c2;
    x[7] = d0 * c7 - d1 * c5 + d2 * c3 - d3 * c1;
}

// The transform is orthonormal: its inverse uses its matrix the other way round.
static inline void transform_back(columns x) {
    row_vector outer = (x[0] + x[4]) * c4, inner = (x[0] - x[4]) * c4;
    row_vector outer_slope = x[2] * c2 + x[6] * c6, inner_slope = x[2] * c6 - x[6] * c2;
    row_vector s0 = outer + outer_slope, s1 = inner + inner_slope;
    row_vector s2 = inner - inner_slope, s3 = outer - outer_slope;
    row_vector d0 = x[1] * c1 + x[3] * c3 + x[5] * c5 + x[7] * c7;
    row_vector d1 = x[1] * c3 - x[3] * c7 - x[5] * c1 - x[7] * c5;
    row_vector d2 = x[1] * c5 - x[3] * c1 + x[5] * c7 + x[7] * c3;
    row_vector d3 = x[1] * c7 - x[3] * c5 + x[5] * c3 - x[7] * c1;
    x[0] = s0 + d0;
    x[1] = s1 + d1;
    x[2] = s2 + d2;
    x[3] = s3 + d3;
    x[4] = s3 - d3;
    x[5] = s2 - d2;
    x[6] = s1 - d1;
    x[7] = s0 - d0;
}

static inline void transpose_quarter(row_vector *x) {
    row_vector a = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5);
    row_vector b = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
    row_vector c = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
    row_vector d = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
    x[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
    x[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
    x[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
    x[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

static inline void transpose(columns left, columns right) {
    for (int row = 0; row < 4; row += 1) {
        row_vector below = left[row + 4];
        left[row + 4] = right[row];
        right[row] = below;
    }
    transpose_quarter(left);
    transpose_quarter(left + 4);
    transpose_quarter(right);
    transpose_quarter(right + 4);
}

// The nearest integers, ties to even, of values within -2^22 and 2^22: at 1.5 x 2^23 the spacing of `float` is 1.
static inline integer_vector rounded(row_vector values) {
    return (integer_vector)(values + 12582912.0f) - 0x4B400000;
}

static inline row_vector load_coefficients(const int16_t *coefficients, const float *steps) {
    lane_vector lanes;
    row_vector weights;
    memcpy(&lanes, coefficients, sizeof lanes);
    memcpy(&weights, steps, sizeof weights);
    return __builtin_convertvector(lanes, row_vector) * weights;
}

static inline void store_coefficients(row_vector values, const float *reciprocals, int16_t *coefficients) {
    row_vector weights;
    memcpy(&weights, reciprocals, sizeof weights);
    lane_vector lanes = __builtin_convertvector(rounded(values * weights), lane_vector);
    memcpy(coefficients, &lanes, sizeof lanes);
}

static inline row_vector load_samples(const uint8_t *samples) {
    byte_vector bytes;
    memcpy(&bytes, samples, sizeof bytes);
    return __builtin_convertvector(bytes, row_vector) - 128;
}

static inline void store_samples(row_vector values, uint8_t *samples) {
    // Coefficients of a hostile file lead far beyond what `rounded` takes.
    row_vector clamped = __builtin_elementwise_max(values + 128, (row_vector){});
    clamped = __builtin_elementwise_min(clamped, (row_vector){} + 255);
    byte_vector bytes = __builtin_convertvector(rounded(clamped), byte_vector);
    memcpy(samples, &bytes, sizeof bytes);
}

void dct_decode_block(const int16_t *block, const float *steps, uint8_t *samples, size_t stride) {
    columns left, right;
    for (int row = 0; row < 8; row += 1) {
        left[row] = load_coefficients(block + 8 * row, steps + 8 * row);
        right[row] = load_coefficients(block + 8 * row + 4, steps + 8 * row + 4);
    }
    transform_back(left);
    transform_back(right);
    transpose(left, right);
    transform_back(left);
    transform_back(right);
    transpose(left, right);
    for (int row = 0; row < 8; row += 1) {
        store_samples(left[row], samples);
        store_samples(right[row], samples + 4);
        samples += stride;
    }
}

void dct_encode_block(const uint8_t *samples, size_t stride, const float *reciprocals, int16_t *block) {
    columns left, right;
    for (int row = 0; row < 8; row += 1) {
        left[row] = load_samples(samples);
        right[row] = load_samples(samples + 4);
        samples += stride;
    }
    transform(left);
    transform(right);
    transpose(left, right);
    transform(left);
    transform(right);
    transpose(left, right);
    for (int row = 0; row < 8; row += 1) {
        store_coefficients(left[row], reciprocals + 8 * row, block + 8 * row);
        store_coefficients(right[row], reciprocals + 8 * row + 4, block + 8 * row + 4);
    }
}
