#include <string.h>

#include "pixel_kernels.h"

typedef uint16_t lane_vector __attribute__((vector_size(16)));
typedef uint32_t product_vector __attribute__((vector_size(32)));

// The upper halves of the products.
static inline lane_vector weigh(lane_vector samples, uint16_t weight) {
    product_vector products = __builtin_convertvector(samples, product_vector) * weight;
    return __builtin_convertvector(products >> 16, lane_vector);
}

static inline lane_vector load(const uint16_t *samples) {
    lane_vector lanes;
    memcpy(&lanes, samples, sizeof lanes);
    return lanes;
}

// Sums that are made at a time, and vectors that hold them.
enum { step = 32, vectors = step / 8 };

static inline void sum_pairs(
    const uint16_t *const *rows, const uint16_t *weights, size_t radius, uint16_t loss, uint16_t *sums, size_t index
) {
    lane_vector lanes[vectors];
    for (size_t vector = 0; vector < vectors; vector += 1) lanes[vector] = (lane_vector){} + loss;
    for (size_t distance = 0; distance <= radius; distance += 1) {
        const uint16_t *before = rows[radius - distance] + index;
        const uint16_t *after = rows[radius + distance] + index;
        for (size_t vector = 0; vector < vectors; vector += 1) {
            lanes[vector] += weigh(load(before + 8 * vector) + load(after + 8 * vector), weights[distance]);
        }
    }
    memcpy(sums + index, lanes, sizeof lanes);
}

void pixels_sum_pairs(
    const uint16_t *const *rows, const uint16_t *weights, size_t radius, uint16_t *sums, size_t count
) {
    // Each product is rounded down, by half a unit on average.
    uint16_t loss = (uint16_t)((radius + 1) / 2);
    size_t index = 0;
    for (; index + step <= count; index += step) sum_pairs(rows, weights, radius, loss, sums, index);
    for (; index < count; index += 1) {
        uint32_t sum = loss;
        for (size_t distance = 0; distance <= radius; distance += 1) {
            uint32_t pair = (uint32_t)rows[radius - distance][index] + rows[radius + distance][index];
            sum += pair * weights[distance] >> 16;
        }
        sums[index] = (uint16_t)sum;
    }
}
