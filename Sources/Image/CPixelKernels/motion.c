#include "pixel_kernels.h"

static inline uint32_t distance(uint32_t one, uint32_t other) { return one > other ? one - other : other - one; }

// Inlined with a constant step, so that samples that lie side by side become vectors.
static inline __attribute__((always_inline)) uint32_t sum(const uint8_t *samples, size_t step, size_t count) {
    uint32_t total = 0;
    for (size_t i = 0; i < count; i++) total += samples[i * step];
    return total;
}

void video_row_means(
    const uint8_t *samples, size_t row_bytes, size_t step, size_t width, size_t rows, size_t strips, uint16_t *means
) {
    for (size_t y = 0; y < rows; y++) {
        for (size_t strip = 0; strip < strips; strip++) {
            const size_t start = strip * width / strips, count = (strip + 1) * width / strips - start;
            const uint8_t *first = samples + y * row_bytes + start * step;
            const uint32_t total = step == 1 ? sum(first, 1, count) : sum(first, 4, count);
            means[y * strips + strip] = (uint16_t)(total * 16 / count);
        }
    }
}

void video_column_means(
    const uint8_t *samples, size_t row_bytes, size_t step, size_t width, size_t rows, size_t strips, uint32_t *sums,
    uint16_t *means
) {
    for (size_t strip = 0; strip < strips; strip++) {
        const size_t start = strip * rows / strips, end = (strip + 1) * rows / strips;
        for (size_t x = 0; x < width; x++) sums[x] = 0;
        for (size_t y = start; y < end; y++) {
            const uint8_t *row = samples + y * row_bytes;
            if (step == 1) {
                for (size_t x = 0; x < width; x++) sums[x] += row[x];
            } else {
                for (size_t x = 0; x < width; x++) sums[x] += row[4 * x];
            }
        }
        for (size_t x = 0; x < width; x++) means[x * strips + strip] = (uint16_t)(sums[x] * 16 / (end - start));
    }
}

void video_shift_costs(
    const uint16_t *one, const uint16_t *other, size_t lines, size_t strips, const size_t *probes, size_t probe_count,
    size_t least, uint16_t most, uint32_t *costs
) {
    for (size_t place = 0; place < 2 * lines - 1; place++) {
        // The line of `one` for line 0 of `other`, plus `lines - 1`.
        const size_t offset = 2 * lines - 2 - place;
        uint64_t total = 0;
        size_t count = 0;
        for (size_t i = 0; i < probe_count; i++) {
            const size_t source = probes[i] + offset;
            if (source < lines - 1 || source - (lines - 1) >= lines) continue;
            const uint16_t *now = other + probes[i] * strips, *before = one + (source - (lines - 1)) * strips;
            uint32_t cost = 0;
            for (size_t strip = 0; strip < strips; strip++) {
                const uint32_t difference = distance(now[strip], before[strip]);
                cost += difference < most ? difference : most;
            }
            total += cost;
            count++;
        }
        costs[place] = count < least ? UINT32_MAX : (uint32_t)(total * 16 / (count * strips));
    }
}

uint64_t video_difference(
    const uint8_t *one, const uint8_t *other, size_t row_bytes, size_t step, size_t width, size_t rows
) {
    uint64_t total = 0;
    for (size_t y = 0; y < rows; y++) {
        const uint8_t *left = one + y * row_bytes, *right = other + y * row_bytes;
        uint32_t row = 0;
        if (step == 1) {
            for (size_t x = 0; x < width; x++) row += distance(left[x], right[x]);
        } else {
            for (size_t x = 0; x < width; x++) row += distance(left[4 * x], right[4 * x]);
        }
        total += row;
    }
    return total;
}
