#include "png_inflater.h"

// Of the codes of lengths, which have at most 7 bits, so that there are no more entries.
#define LENGTH_BITS 7
#define LENGTH_ENTRIES 128

#define LONGEST_CODE 15

void png_inflater_define_symbols(png_inflater *inflater) {
    for (uint32_t symbol = 0; symbol < 256; symbol++) inflater->literal_meanings[symbol] = LITERAL | symbol << 16;
    inflater->literal_meanings[256] = EXCEPTION | END;
    // RFC 1951, section 3.2.5.
    for (uint32_t index = 0, base = 3; index < 28; index++) {
        uint32_t extra = index < 8 ? 0 : index / 4 - 1;
        inflater->literal_meanings[257 + index] = base << 16 | extra;
        base += 1u << extra;
    }
    inflater->literal_meanings[285] = 258u << 16;
    inflater->literal_meanings[286] = inflater->literal_meanings[287] = EXCEPTION;
    for (uint32_t index = 0, base = 1; index < 30; index++) {
        uint32_t extra = index < 4 ? 0 : index / 2 - 1;
        inflater->distance_meanings[index] = base << 16 | extra;
        base += 1u << extra;
    }
    inflater->distance_meanings[30] = inflater->distance_meanings[31] = EXCEPTION;
}

// What follows `code` among codes of `length` bits, both with the first bit in the lowest.
static uint32_t following(uint32_t code, unsigned length) {
    uint32_t zeros = code ^ ((1u << length) - 1);
    if (zeros == 0) return 0;
    uint32_t bit = 1u << (31 - __builtin_clz(zeros));
    return (code & (bit - 1)) | bit;
}

// Fills a table, whose first part `root` bits choose from, for the codes of these lengths (RFC 1951, section 3.2.2).
//
// False for lengths that no set of codes has. As in zlib, each sequence of bits has to stand for a symbol, unless
// `is_sparse` allows no symbol at all, or one of one bit.
static bool fill_table(
    uint32_t *table, size_t capacity, unsigned root, const uint8_t *lengths, unsigned symbols, const uint32_t *meanings,
    bool is_sparse
) {
    unsigned counts[LONGEST_CODE + 1] = {0};
    for (unsigned symbol = 0; symbol < symbols; symbol++) counts[lengths[symbol]]++;
    unsigned longest = LONGEST_CODE;
    while (longest > 0 && counts[longest] == 0) longest--;
    int unused = 1;
    for (unsigned length = 1; length <= LONGEST_CODE; length++) {
        unused = 2 * unused - (int)counts[length];
        if (unused < 0) return false;
    }
    if (unused > 0 && !(is_sparse && longest <= 1)) return false;

    unsigned starts[LONGEST_CODE + 2] = {0};
    for (unsigned length = 1; length <= LONGEST_CODE; length++) starts[length + 1] = starts[length] + counts[length];
    uint16_t sorted[MAXIMUM_LITERALS];
    for (unsigned symbol = 0; symbol < symbols; symbol++) {
        if (lengths[symbol] != 0) sorted[starts[lengths[symbol]]++] = (uint16_t)symbol;
    }

    uint32_t code = 0;
    unsigned place = 0;
    table[0] = EXCEPTION;
    for (unsigned length = 1; length <= root; length++) {
        // Whatever bits follow a code, it is that code.
        memcpy(table + (1u << (length - 1)), table, sizeof *table << (length - 1));
        for (; counts[length] > 0; counts[length]--) {
            table[code] = meanings[sorted[place++]] + length + (length << 8);
            code = following(code, length);
        }
    }

    size_t end = (size_t)1 << root;
    uint32_t *target = table;
    unsigned bits = 0;
    uint32_t prefix = UINT32_MAX;
    for (unsigned length = root + 1; length <= longest; length++) {
        for (; counts[length] > 0; counts[length]--) {
            if ((code & ((1u << root) - 1)) != prefix) {
                // As many bits as the longest of the codes that begin alike.
                prefix = code & ((1u << root) - 1);
                bits = length - root;
                int room = (1 << bits) - (int)counts[length];
                while (room > 0 && bits + root < longest) {
                    bits++;
                    room = 2 * room - (int)counts[bits + root];
                }
                if (end + ((size_t)1 << bits) > capacity) return false;
                target = table + end;
                table[prefix] = EXCEPTION | SUBTABLE | (uint32_t)end << 16 | bits << 8 | root;
                end += (size_t)1 << bits;
            }
            uint32_t own = length - root;
            uint32_t entry = meanings[sorted[place++]] + own + (own << 8);
            for (uint32_t index = code >> root; index < 1u << bits; index += 1u << own) target[index] = entry;
            code = following(code, length);
        }
    }
    return true;
}

// Joins literals whose codes are so short that the bits which choose an entry hold another literal as well.
static void pair_literals(uint32_t *table) {
    const uint32_t first_entry = table[0];
    // Downwards, so that what follows a literal is still found alone: it stands at a lower place, or both at the first.
    for (uint32_t index = 1u << LITERAL_BITS; index-- > 0;) {
        uint32_t entry = table[index];
        uint32_t count = entry & 0xFF;
        if ((entry & LITERAL) == 0) continue;
        uint32_t next = index == 0 ? first_entry : table[index >> count];
        uint32_t total = count + (next & 0xFF);
        if ((next & LITERAL) == 0 || total > LITERAL_BITS) continue;
        table[index] = LITERAL | PAIR | (entry & 0xFF0000) | (next & 0xFF0000) << 8 | total << 8 | total;
    }
}

static bool fill_literals(png_inflater *inflater, const uint8_t *lengths, unsigned symbols, bool is_sparse) {
    if (!fill_table(inflater->literals, LITERAL_ENTRIES, LITERAL_BITS, lengths, symbols, inflater->literal_meanings,
                    is_sparse))
        return false;
    pair_literals(inflater->literals);
    return true;
}

static bool fill_distances(png_inflater *inflater, const uint8_t *lengths, unsigned symbols, bool is_sparse) {
    return fill_table(inflater->distances, DISTANCE_ENTRIES, DISTANCE_BITS, lengths, symbols,
                      inflater->distance_meanings, is_sparse);
}

bool png_inflater_use_fixed_codes(png_inflater *inflater) {
    if (inflater->has_fixed_codes) return true;
    uint8_t lengths[MAXIMUM_LITERALS];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    if (!fill_literals(inflater, lengths, MAXIMUM_LITERALS, false)) return false;
    memset(lengths, 5, MAXIMUM_DISTANCES);
    if (!fill_distances(inflater, lengths, MAXIMUM_DISTANCES, false)) return false;
    inflater->has_fixed_codes = true;
    return true;
}

// Reads `total` lengths of codes, which have codes themselves (RFC 1951, section 3.2.7).
static bool read_lengths(png_inflater *inflater, const uint32_t *table, uint8_t *lengths, unsigned total) {
    unsigned place = 0;
    while (place < total) {
        refill(inflater);
        uint32_t entry = table[low_bits(inflater->bits, LENGTH_BITS)];
        unsigned count = entry & 0xFF;
        if (inflater->count < count) return false;
        inflater->bits >>= count;
        inflater->count -= count;
        uint32_t symbol = entry >> 16;
        if (symbol < 16) {
            lengths[place++] = (uint8_t)symbol;
            continue;
        }
        if (symbol == 16 && place == 0) return false;
        uint32_t extra;
        if (!read_bits(inflater, symbol == 16 ? 2 : symbol == 17 ? 3 : 7, &extra)) return false;
        unsigned run = extra + (symbol == 18 ? 11 : 3);
        if (run > total - place) return false;
        memset(lengths + place, symbol == 16 ? lengths[place - 1] : 0, run);
        place += run;
    }
    return true;
}

bool png_inflater_read_codes(png_inflater *inflater) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint32_t counts;
    if (!read_bits(inflater, 14, &counts)) return false;
    unsigned literals = 257 + (counts & 31);
    unsigned distances = 1 + (counts >> 5 & 31);
    unsigned code_lengths = 4 + (counts >> 10);
    if (literals > 286 || distances > 30) return false;
    uint8_t lengths[286 + 30] = {0};
    for (unsigned index = 0; index < code_lengths; index++) {
        uint32_t length;
        if (!read_bits(inflater, 3, &length)) return false;
        lengths[order[index]] = (uint8_t)length;
    }
    uint32_t table[LENGTH_ENTRIES];
    if (!fill_table(table, LENGTH_ENTRIES, LENGTH_BITS, lengths, 19, inflater->literal_meanings, false)) return false;
    if (!read_lengths(inflater, table, lengths, literals + distances)) return false;
    inflater->has_fixed_codes = false;
    return lengths[256] != 0 && fill_literals(inflater, lengths, literals, true) &&
           fill_distances(inflater, lengths + literals, distances, true);
}
