// Random inputs, the same on every machine, and sums of what comes of them.
#ifndef INPUTS_H
#define INPUTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// SplitMix64.
static uint64_t state = 1;

static inline uint64_t random_number(void) {
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

// A number from `least` to `most`.
static inline int random_in(int least, int most) {
    return least + (int)(random_number() % (uint64_t)(most - least + 1));
}

static inline void fill_random(void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)random_number();
}

// FNV-1a.
static inline void print_sum(const char *name, int round, const void *bytes, size_t count) {
    uint64_t sum = 0xCBF29CE484222325u;
    for (size_t i = 0; i < count; i++) sum = (sum ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3u;
    printf("%s %d %zu %016llx\n", name, round, count, (unsigned long long)sum);
}

#endif
