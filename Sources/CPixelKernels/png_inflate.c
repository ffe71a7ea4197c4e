#include <stdbool.h>
#include <string.h>

#include "pixel_kernels.h"

// A table entry: in bits 0 to 7 how many bits are read in all, in bits 8 to 11 how many of them are code; the rest are
// added to the number in bits 16 to 31. A literal is that number. Of an entry that leads to a table of its own for longer
// codes, bits 8 to 11 are the bits that choose there, and the number is where it starts.
#define LITERAL 0x8000u
// Neither a literal nor a number: with nothing else, a code that stands for nothing.
#define EXCEPTION 0x4000u
#define SUBTABLE 0x2000u
#define END 0x1000u

#define LONGEST_CODE 15
#define LITERAL_BITS 11
#define DISTANCE_BITS 8
#define LENGTH_BITS 7
// Entries that the fullest set of codes takes: of 288 symbols, of 32, and of 19 that have at most 7 bits.
#define LITERAL_ENTRIES 2342
#define DISTANCE_ENTRIES 402
#define LENGTH_ENTRIES 128

#define MAXIMUM_LITERALS 288
#define MAXIMUM_DISTANCES 32

// Bytes that the fast loop may read and write in one round: two words; three literals, a match, and what copying in words
// writes beyond it.
#define INPUT_MARGIN 16
#define OUTPUT_MARGIN 320

// Blocks between two pauses. Each costs a few microseconds however little is in it.
#define BLOCKS_A_RUN 256

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

size_t png_inflater_size(void) {
    return sizeof(png_inflater);
}

size_t png_inflater_written(const png_inflater *inflater) {
    return (size_t)(inflater->position - inflater->output);
}

size_t png_inflater_unread(const png_inflater *inflater) {
    return (size_t)(inflater->end - inflater->next) + inflater->count / 8;
}

void png_inflater_start(
    png_inflater *inflater, const uint8_t *stream, size_t size, uint8_t *output, size_t capacity
) {
    inflater->next = stream;
    inflater->end = stream + size;
    inflater->bits = 0;
    inflater->count = 0;
    inflater->output = output;
    inflater->position = output;
    inflater->output_end = output + capacity;
    inflater->block = NO_BLOCK;
    inflater->is_last = false;
    inflater->has_fixed_codes = false;
    inflater->rest = 0;
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

static inline uint64_t load_word(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline void store_word(uint8_t *bytes, uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(bytes, &word, sizeof word);
}

static inline void copy_16(uint8_t *target, const uint8_t *source) {
    typedef uint8_t vector __attribute__((vector_size(16)));
    vector bytes;
    memcpy(&bytes, source, sizeof bytes);
    memcpy(target, &bytes, sizeof bytes);
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

static bool use_fixed_codes(png_inflater *inflater) {
    if (inflater->has_fixed_codes) return true;
    uint8_t lengths[MAXIMUM_LITERALS];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    if (!fill_table(inflater->literals, LITERAL_ENTRIES, LITERAL_BITS, lengths, MAXIMUM_LITERALS,
                    inflater->literal_meanings, false))
        return false;
    memset(lengths, 5, MAXIMUM_DISTANCES);
    if (!fill_table(inflater->distances, DISTANCE_ENTRIES, DISTANCE_BITS, lengths, MAXIMUM_DISTANCES,
                    inflater->distance_meanings, false))
        return false;
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

static bool read_codes(png_inflater *inflater) {
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
    return lengths[256] != 0 &&
           fill_table(inflater->literals, LITERAL_ENTRIES, LITERAL_BITS, lengths, literals,
                      inflater->literal_meanings, true) &&
           fill_table(inflater->distances, DISTANCE_ENTRIES, DISTANCE_BITS, lengths + literals, distances,
                      inflater->distance_meanings, true);
}

static bool read_stored_length(png_inflater *inflater) {
    uint32_t length, complement;
    unsigned padding = inflater->count & 7;
    inflater->bits >>= padding;
    inflater->count -= padding;
    if (!read_bits(inflater, 16, &length) || !read_bits(inflater, 16, &complement)) return false;
    if (length != (~complement & 0xFFFF)) return false;
    inflater->rest = length;
    inflater->next -= inflater->count / 8;
    inflater->bits = 0;
    inflater->count = 0;
    return true;
}

static bool read_block_header(png_inflater *inflater) {
    uint32_t header;
    if (!read_bits(inflater, 3, &header)) return false;
    inflater->is_last = header & 1;
    inflater->block = header >> 1 == 0 ? STORED_BLOCK : CODED_BLOCK;
    switch (header >> 1) {
    case 0: return read_stored_length(inflater);
    case 1: return use_fixed_codes(inflater);
    case 2: return read_codes(inflater);
    default: return false;
    }
}

// Copies of a stored block what is there and fits; false if nothing of the rest does.
static bool copy_stored(png_inflater *inflater, const uint8_t *limit) {
    size_t count = inflater->rest;
    size_t available = (size_t)(inflater->end - inflater->next);
    size_t room = (size_t)(inflater->output_end - inflater->position);
    size_t wanted = limit > inflater->position ? (size_t)(limit - inflater->position) : 0;
    if (count > available || count > room) return false;
    if (count > wanted) count = wanted;
    memcpy(inflater->position, inflater->next, count);
    inflater->position += count;
    inflater->next += count;
    inflater->rest -= count;
    if (inflater->rest == 0) inflater->block = NO_BLOCK;
    return true;
}

// Writes a match where there are OUTPUT_MARGIN bytes for it.
static inline void copy_match(uint8_t *target, size_t distance, size_t length) {
    const uint8_t *source = target - distance;
    uint8_t *end = target + length;
    if (distance < 8) {
        // Repeated in a register: what was just written is slow to be read.
        static const uint8_t steps[8] = {0, 8, 8, 6, 8, 5, 6, 7};
        uint64_t word = load_word(source) & (((uint64_t)1 << 8 * distance) - 1);
        for (size_t count = distance; count < 8; count += count) word |= word << 8 * count;
        if ((distance & (distance - 1)) != 0) {
            for (size_t step = steps[distance]; target < end; target += step) store_word(target, word);
            return;
        }
        for (; target < end; target += 32) {
            for (size_t offset = 0; offset < 32; offset += 8) store_word(target + offset, word);
        }
        return;
    }
    if (distance < 16) {
        // What repeats after `distance` repeats after twice that, too.
        copy_16(target, source);
        target += distance;
    }
    // Most are no longer than this, so that no branch depends on how long they are.
    copy_16(target, source);
    copy_16(target + 16, source + 16);
    for (; target + 32 < end; target += 32, source += 32) {
        copy_16(target + 32, source + 32);
        copy_16(target + 48, source + 48);
    }
}

// Here only the low byte of `count` counts, so that nothing has to be cut off an entry.
#define DROP(entry) (bits >>= (entry) & 63, count -= (entry))
#define REFILL() (bits |= load_word(next) << (count & 63), next += 7 - (count >> 3 & 7), count |= 56)
#define CHOOSE(table, entry) \
    table[((entry) >> 16) + low_bits(bits, (entry) >> 8 & 15)]
#define NUMBER(entry, bits) (((entry) >> 16) + (low_bits((bits), (entry) & 63) >> ((entry) >> 8 & 15)))

// Decodes symbols as long as there are INPUT_MARGIN bytes to read and OUTPUT_MARGIN to write, up to `limit`, or the end of
// the block. False for damage.
static inline __attribute__((always_inline)) bool decode_fast(png_inflater *inflater, const uint8_t *limit) {
    if (inflater->end - inflater->next < INPUT_MARGIN) return true;
    if (inflater->output_end - inflater->position < OUTPUT_MARGIN) return true;
    const uint8_t *last_input = inflater->end - INPUT_MARGIN;
    const uint8_t *last_output = inflater->output_end - OUTPUT_MARGIN;
    if (limit < last_output) last_output = limit;
    const uint8_t *next = inflater->next;
    uint64_t bits = inflater->bits;
    unsigned count = inflater->count;
    uint8_t *const output = inflater->output;
    uint8_t *position = inflater->position;
    const uint32_t *const literals = inflater->literals;
    const uint32_t *const distances = inflater->distances;
    bool is_good = true;

    REFILL();
    uint32_t entry = literals[low_bits(bits, LITERAL_BITS)];
    while (next <= last_input && position < last_output) {
        if (entry & LITERAL) {
            DROP(entry);
            *position++ = (uint8_t)(entry >> 16);
            entry = literals[low_bits(bits, LITERAL_BITS)];
            if (entry & LITERAL) {
                DROP(entry);
                *position++ = (uint8_t)(entry >> 16);
                entry = literals[low_bits(bits, LITERAL_BITS)];
                if (entry & LITERAL) {
                    DROP(entry);
                    *position++ = (uint8_t)(entry >> 16);
                    REFILL();
                    entry = literals[low_bits(bits, LITERAL_BITS)];
                    continue;
                }
            }
            REFILL();
        }
        if (entry & EXCEPTION) {
            if (entry & SUBTABLE) {
                DROP(entry);
                entry = CHOOSE(literals, entry);
            }
            if (entry & LITERAL) {
                DROP(entry);
                *position++ = (uint8_t)(entry >> 16);
                REFILL();
                entry = literals[low_bits(bits, LITERAL_BITS)];
                continue;
            }
            if (entry & EXCEPTION) {
                is_good = (entry & END) != 0;
                DROP(entry);
                inflater->block = NO_BLOCK;
                break;
            }
        }
        // At most 48 bits from here to the end of the match, of 56.
        size_t length = NUMBER(entry, bits);
        DROP(entry);
        entry = distances[low_bits(bits, DISTANCE_BITS)];
        if (entry & SUBTABLE) {
            DROP(entry);
            entry = CHOOSE(distances, entry);
        }
        size_t distance = NUMBER(entry, bits);
        if ((entry & EXCEPTION) || distance > (size_t)(position - output)) {
            is_good = false;
            break;
        }
        DROP(entry);
        REFILL();
        entry = literals[low_bits(bits, LITERAL_BITS)];
        copy_match(position, distance, length);
        position += length;
    }
    inflater->next = next;
    inflater->bits = bits;
    inflater->count = count & 63;
    inflater->position = position;
    return is_good;
}

#if defined(__x86_64__)
// Shifts by a variable are three times as fast.
__attribute__((target("bmi2"))) static bool decode_fast_bmi2(png_inflater *inflater, const uint8_t *limit) {
    return decode_fast(inflater, limit);
}
#endif

static bool decode_fast_plain(png_inflater *inflater, const uint8_t *limit) {
    return decode_fast(inflater, limit);
}

// Reads a symbol of `table`; false if the input ends before, or for bits that stand for nothing.
static bool read_symbol(png_inflater *inflater, const uint32_t *table, unsigned root, uint32_t *entry, uint32_t *number) {
    refill(inflater);
    uint32_t found = table[low_bits(inflater->bits, root)];
    if (found & SUBTABLE) {
        if (inflater->count < root) return false;
        inflater->bits >>= root;
        inflater->count -= root;
        found = table[(found >> 16) + low_bits(inflater->bits, found >> 8 & 15)];
    }
    unsigned count = found & 0xFF;
    if (inflater->count < count || (found & (EXCEPTION | END)) == EXCEPTION) return false;
    *number = NUMBER(found, inflater->bits);
    *entry = found;
    inflater->bits >>= count;
    inflater->count -= count;
    return true;
}

// Decodes one symbol, and if it is a length the distance that belongs to it, wherever it stands. False for damage, and where
// the output would be longer than it may be.
static bool decode_carefully(png_inflater *inflater) {
    uint32_t entry, length, distance;
    if (!read_symbol(inflater, inflater->literals, LITERAL_BITS, &entry, &length)) return false;
    if (entry & END) {
        inflater->block = NO_BLOCK;
        return true;
    }
    size_t room = (size_t)(inflater->output_end - inflater->position);
    if (entry & LITERAL) {
        if (room == 0) return false;
        *inflater->position++ = (uint8_t)length;
        return true;
    }
    if (!read_symbol(inflater, inflater->distances, DISTANCE_BITS, &entry, &distance)) return false;
    if (length > room || distance > png_inflater_written(inflater)) return false;
    for (; length > 0; length--, inflater->position++) *inflater->position = *(inflater->position - distance);
    return true;
}

png_inflation png_inflater_run(png_inflater *inflater, size_t byte_count) {
    bool (*decode_fast_here)(png_inflater *, const uint8_t *) = decode_fast_plain;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi2")) decode_fast_here = decode_fast_bmi2;
#endif
    size_t room = (size_t)(inflater->output_end - inflater->position);
    const uint8_t *limit = inflater->position + (byte_count < room ? byte_count : room);
    // Then what follows still has to be read, and to write nothing.
    const bool is_limit_end = limit == inflater->output_end;
    unsigned blocks = 0;
    while (true) {
        switch (inflater->block) {
        case NO_BLOCK:
            if (inflater->is_last) return PNG_INFLATION_ENDED;
            if (++blocks > BLOCKS_A_RUN) return PNG_INFLATION_PAUSED;
            if (!read_block_header(inflater)) return PNG_INFLATION_REFUSED;
            break;
        case STORED_BLOCK:
            if (!copy_stored(inflater, limit)) return PNG_INFLATION_REFUSED;
            break;
        case CODED_BLOCK:
            if (!decode_fast_here(inflater, limit)) return PNG_INFLATION_REFUSED;
            if (inflater->block == CODED_BLOCK && (inflater->position < limit || is_limit_end) &&
                !decode_carefully(inflater))
                return PNG_INFLATION_REFUSED;
            break;
        }
        if (inflater->position >= limit && !is_limit_end) return PNG_INFLATION_PAUSED;
    }
}
