#include <string.h>

#include "pixel_kernels.h"

typedef uint8_t byte_vector __attribute__((vector_size(8)));
typedef int16_t lane_vector __attribute__((vector_size(16)));
typedef int16_t half_lane_vector __attribute__((vector_size(8)));
typedef int32_t sum_vector __attribute__((vector_size(16)));
typedef int32_t double_sum_vector __attribute__((vector_size(32)));

// Products of neighbouring lanes, added: one instruction on most machines.
static inline sum_vector add_products(lane_vector values, lane_vector weights) {
    double_sum_vector products =
        __builtin_convertvector(values, double_sum_vector) * __builtin_convertvector(weights, double_sum_vector);
    return __builtin_shufflevector(products, products, 0, 2, 4, 6) +
           __builtin_shufflevector(products, products, 1, 3, 5, 7);
}

// A pair of weights for all lanes.
static inline lane_vector repeat(const int16_t *weights) {
    int32_t pair;
    memcpy(&pair, weights, sizeof pair);
    return (lane_vector)(sum_vector){pair, pair, pair, pair};
}

// The nearest lanes.
static inline lane_vector narrow(sum_vector first, sum_vector second) {
    double_sum_vector sums = __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
    double_sum_vector least = (double_sum_vector){} + INT16_MIN;
    double_sum_vector most = (double_sum_vector){} + INT16_MAX;
    sums = __builtin_elementwise_min(__builtin_elementwise_max(sums, least), most);
    return __builtin_convertvector(sums, lane_vector);
}

// Eight sums, from units of 2^-14 to units of 2^-6.
static inline lane_vector sum_rows(const uint8_t *rows, size_t stride, const int16_t *weights, size_t terms) {
    sum_vector low = (sum_vector){} + 128;
    sum_vector high = low;
    for (size_t term = 0; term < terms; term += 2) {
        byte_vector first, second;
        memcpy(&first, rows, sizeof first);
        // The last weight of an odd number is followed by nothing to weigh.
        memcpy(&second, term + 1 < terms ? rows + stride : rows, sizeof second);
        byte_vector samples = __builtin_shufflevector(first, second, 0, 8, 1, 9, 2, 10, 3, 11);
        low += add_products(__builtin_convertvector(samples, lane_vector), repeat(weights + term));
        samples = __builtin_shufflevector(first, second, 4, 12, 5, 13, 6, 14, 7, 15);
        high += add_products(__builtin_convertvector(samples, lane_vector), repeat(weights + term));
        rows += 2 * stride;
    }
    return narrow(low >> 8, high >> 8);
}

void pixels_sum_rows(
    const uint8_t *rows, size_t stride, const int16_t *weights, size_t terms, int16_t *sums, size_t count
) {
    size_t index = 0;
    for (; index + 8 <= count; index += 8) {
        lane_vector lanes = sum_rows(rows + index, stride, weights, terms);
        memcpy(sums + index, &lanes, sizeof lanes);
    }
    for (; index < count; index += 1) {
        int32_t sum = 128;
        for (size_t term = 0; term < terms; term += 1) sum += weights[term] * rows[term * stride + index];
        sum >>= 8;
        sums[index] = (int16_t)(sum < INT16_MIN ? INT16_MIN : sum > INT16_MAX ? INT16_MAX : sum);
    }
}

// The red, green and blue of a pixel, and a byte that means nothing.
static inline uint32_t scale_pixel(const int16_t *sums, const int16_t *weights, size_t terms) {
    sum_vector sum = (sum_vector){} + (1 << 19);
    for (size_t term = 0; term < terms; term += 2) {
        half_lane_vector left, right;
        memcpy(&left, sums + 3 * term, sizeof left);
        memcpy(&right, sums + 3 * term + 3, sizeof right);
        sum += add_products(__builtin_shufflevector(left, right, 0, 4, 1, 5, 2, 6, 3, 7), repeat(weights + term));
    }
    lane_vector lanes = narrow(sum >> 20, sum);
    lanes = __builtin_elementwise_min(__builtin_elementwise_max(lanes, (lane_vector){}), (lane_vector){} + 255);
    byte_vector bytes = __builtin_convertvector(lanes, byte_vector);
    uint32_t pixel;
    memcpy(&pixel, &bytes, sizeof pixel);
    return pixel;
}

static inline void scale_row(
    const int16_t *sums, const int32_t *starts, const int16_t *weights, size_t terms, uint8_t *pixels, size_t count
) {
    for (size_t index = 0; index < count; index += 1) {
        uint32_t pixel = scale_pixel(sums + starts[index], weights + index * terms, terms);
        memcpy(pixels + 3 * index, &pixel, sizeof pixel);
    }
}

void pixels_scale_row(
    const int16_t *sums, const int32_t *starts, const int16_t *weights, size_t terms, uint8_t *pixels, size_t count
) {
    // Apart, so that the numbers of pictures that are made larger, or a little smaller, are constants.
    switch (terms) {
        case 6: return scale_row(sums, starts, weights, 6, pixels, count);
        case 8: return scale_row(sums, starts, weights, 8, pixels, count);
        default: return scale_row(sums, starts, weights, terms, pixels, count);
    }
}
