#include "png_inflater.h"

// Bytes that the fast loop may read and write in one round: two words; six literals, a match, and what copying in vectors
// writes beyond it.
#define INPUT_MARGIN 16
#define OUTPUT_MARGIN 320

// Blocks between two pauses. Each costs a few microseconds however little is in it.
#define BLOCKS_A_RUN 256

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
    png_inflater_define_symbols(inflater);
}

static inline void store_word(uint8_t *bytes, uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(bytes, &word, sizeof word);
}

typedef uint8_t byte_vector __attribute__((vector_size(16)));

static inline void copy_16(uint8_t *target, const uint8_t *source) {
    byte_vector bytes;
    memcpy(&bytes, source, sizeof bytes);
    memcpy(target, &bytes, sizeof bytes);
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
    case 1: return png_inflater_use_fixed_codes(inflater);
    case 2: return png_inflater_read_codes(inflater);
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
    if (distance == 1) {
        // Most of what repeats so soon is one byte.
        byte_vector bytes = (byte_vector){0} + *source;
        do {
            memcpy(target, &bytes, sizeof bytes);
            memcpy(target + 16, &bytes, sizeof bytes);
            target += 32;
        } while (target < end);
        return;
    }
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

// Writes one literal, or two, without a branch.
static inline uint8_t *put_literals(uint8_t *position, uint32_t entry) {
    position[0] = (uint8_t)(entry >> 16);
    position[1] = (uint8_t)(entry >> 24);
    return position + ((entry & PAIR) != 0 ? 2 : 1);
}

// Here only the low byte of `count` counts, so that nothing has to be cut off an entry.
#define DROP(entry) (bits >>= (entry) & 63, count -= (entry))
#define REFILL() (bits |= load_word(next) << (count & 63), next += 7 - (count >> 3 & 7), count |= 56)
#define PUT(entry) position = put_literals(position, entry)
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
            PUT(entry);
            entry = literals[low_bits(bits, LITERAL_BITS)];
            if (entry & LITERAL) {
                DROP(entry);
                PUT(entry);
                entry = literals[low_bits(bits, LITERAL_BITS)];
                if (entry & LITERAL) {
                    DROP(entry);
                    PUT(entry);
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
                PUT(entry);
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

// Decodes one symbol or two literals, and if it is a length the distance that belongs to it, wherever it stands. False for damage,
// and where the output would be longer than it may be.
static bool decode_carefully(png_inflater *inflater) {
    uint32_t entry, length, distance;
    if (!read_symbol(inflater, inflater->literals, LITERAL_BITS, &entry, &length)) return false;
    size_t room = (size_t)(inflater->output_end - inflater->position);
    if (entry & LITERAL) {
        if (room < (entry & PAIR ? 2 : 1)) return false;
        *inflater->position++ = (uint8_t)length;
        if (entry & PAIR) *inflater->position++ = (uint8_t)(length >> 8);
        return true;
    }
    if (entry & END) {
        inflater->block = NO_BLOCK;
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
