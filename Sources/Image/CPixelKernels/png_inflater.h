// What the parts of the inflater share.
#ifndef PNG_INFLATER_H
#define PNG_INFLATER_H

#include <stdbool.h>
#include <string.h>

#include "pixel_kernels.h"

// A table entry: in bits 0 to 7 how many bits are read in all, in bits 8 to 11 how many of them are code; the rest are
// added to the number in bits 16 to 31. A literal is that number, or its lower byte where the upper one is the literal after it:
// then the bits are those of both. Of an entry that leads to a table of its own for longer
// codes, bits 8 to 11 are the bits that choose there, and the number is where it starts.
#define LITERAL 0x8000u
// Of a literal: another one follows.
#define PAIR 0x1000u
// Neither a literal nor a number: with nothing else, a code that stands for nothing.
#define EXCEPTION 0x4000u
#define SUBTABLE 0x2000u
#define END 0x1000u

#define LITERAL_BITS 11
#define DISTANCE_BITS 8
// Entries that the fullest set of codes takes: of 288 symbols, and of 32.
#define LITERAL_ENTRIES 2342
#define DISTANCE_ENTRIES 402

#define MAXIMUM_LITERALS 288
#define MAXIMUM_DISTANCES 32

typedef enum { NO_BLOCK, STORED_BLOCK, CODED_BLOCK } block_kind;

struct png_inflater {
    const uint8_t *next;
    const uint8_t *end;
    // Bits that were taken from the input and not used, the first in the lowest. Above `count` of them are zeros, or those
    // that come next.
    uint64_t bits;
    unsigned count;

    uint8_t *output;
    uint8_t *position;
    uint8_t *output_end;

    block_kind block;
    bool is_last;
    bool has_fixed_codes;
    // Of a stored block.
    size_t rest;

    uint32_t literals[LITERAL_ENTRIES];
    uint32_t distances[DISTANCE_ENTRIES];
    uint32_t literal_meanings[MAXIMUM_LITERALS];
    uint32_t distance_meanings[MAXIMUM_DISTANCES];
};

static inline uint64_t load_word(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

// Takes whole bytes of the input until there are at least 56 bits, or all that there are.
static inline void refill(png_inflater *inflater) {
    if (inflater->end - inflater->next >= 8) {
        inflater->bits |= load_word(inflater->next) << inflater->count;
        inflater->next += (63 - inflater->count) >> 3;
        inflater->count |= 56;
        return;
    }
    while (inflater->count <= 56 && inflater->next < inflater->end) {
        inflater->bits |= (uint64_t)*inflater->next++ << inflater->count;
        inflater->count += 8;
    }
}

static inline uint32_t low_bits(uint64_t bits, unsigned count) {
    return (uint32_t)(bits & (((uint64_t)1 << count) - 1));
}

// Reads a number of at most 16 bits; false if the input ends before.
static inline bool read_bits(png_inflater *inflater, unsigned count, uint32_t *value) {
    refill(inflater);
    if (inflater->count < count) return false;
    *value = low_bits(inflater->bits, count);
    inflater->bits >>= count;
    inflater->count -= count;
    return true;
}

// Defines what each symbol of a code stands for.
void png_inflater_define_symbols(png_inflater *inflater);

// Fills the tables for the codes that every inflater knows (RFC 1951, section 3.2.6).
bool png_inflater_use_fixed_codes(png_inflater *inflater);

// Fills the tables for the codes that the block has itself (section 3.2.7). False for damage.
bool png_inflater_read_codes(png_inflater *inflater);

#endif
