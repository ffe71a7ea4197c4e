// A baseline encoder for coefficients, which stops and goes on after any row: libjpeg's runs to the end of the picture. It writes the
// bytes that libjpeg would write.
#include <stdlib.h>
#include <string.h>

#include "image_codecs.h"
#include "jpeg_error.h"
#include "output.h"

enum { COMPONENT_COUNT = 3, TABLE_COUNT = 2, BLOCK_SIZE = 64 };

// The most bytes of a block: for each coefficient a code of up to 16 bits with up to 11 bits of its own.
enum { MOST_BYTES_OF_BLOCK = BLOCK_SIZE * 27 / 8 };

// The most blocks of a minimum coded unit (ITU-T T.81, section B.2.3).
enum { MOST_BLOCKS_OF_UNIT = 10 };

// Bytes that are written at a time, of which only the first ones count.
enum { SLACK = 16 };

// The most bytes before the first block, besides the profile: three tables of steps, four of codes, and less than 200.
enum { MOST_BYTES_OF_HEADER = COMPONENT_COUNT * 133 + 2 * TABLE_COUNT * 277 + 200 };

// What fits in one segment beside its length and the identifier.
enum { MOST_BYTES_OF_PROFILE = 0xFFFF - 2 - 14 };

// Places in the order of frequencies (ITU-T T.81, figure A.6), row by row.
static const uint8_t place_of[BLOCK_SIZE] = {
    0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30, 41, 43, 9,  11, 18, 24, 31, 40, 44, 53,
    10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38, 46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63,
};

// What stands at each of these places.
static const uint8_t at_place[BLOCK_SIZE] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

// For each symbol, its code with room for the number after it, above the length of both, which takes the lowest 5 bits.
typedef struct {
    uint32_t codes[256];
} code_table;

// Where bits go.
typedef struct {
    // Less than 8 that do not fill a byte yet, the last one lowest, below others that were written.
    uint64_t bits;
    unsigned count;
    uint8_t *next;
} bit_sink;

struct coefficient_writer {
    codec_cancellation cancellation;
    jpeg_component components[COMPONENT_COUNT];
    uint32_t units_in_row;
    uint32_t next_row;
    // For luma, and for both chroma.
    code_table mean_codes[TABLE_COUNT];
    code_table detail_codes[TABLE_COUNT];
    int last_means[COMPONENT_COUNT];
    // By four coefficients and a bit for each of them that is not 0: a bit for each place that is in use.
    uint64_t places[BLOCK_SIZE / 4][16];
    bit_sink sink;
    // The bytes of a unit.
    uint8_t unit[MOST_BLOCKS_OF_UNIT * MOST_BYTES_OF_BLOCK + SLACK];
    codec_output output;
};

static void append(codec_output *output, const void *bytes, size_t count) {
    memcpy(output->bytes + output->count, bytes, count);
    output->count += count;
}

static void append_byte(codec_output *output, unsigned byte) {
    output->bytes[output->count++] = (uint8_t)byte;
}

static void append_two_bytes(codec_output *output, unsigned number) {
    append_byte(output, number >> 8);
    append_byte(output, number & 0xFF);
}

static void begin_segment(codec_output *output, uint8_t marker, size_t content_size) {
    append_byte(output, 0xFF);
    append_byte(output, marker);
    append_two_bytes(output, (unsigned)content_size + 2);
}

// The identifier, version 1.1, no unit, a ratio of 1:1, and no thumbnail.
static const uint8_t jfif[14] = {'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0};

static void append_profile(codec_output *output, const uint8_t *profile, size_t size) {
    // The identifier with its zero, and the first of one part.
    static const uint8_t prefix[14] = {'I', 'C', 'C', '_', 'P', 'R', 'O', 'F', 'I', 'L', 'E', 0, 1, 1};
    begin_segment(output, 0xE2, sizeof prefix + size);
    append(output, prefix, sizeof prefix);
    append(output, profile, size);
}

// The first component with the same steps: mostly, both chroma share a table.
static int first_alike(const jpeg_component components[COMPONENT_COUNT], int index) {
    int first = 0;
    while (memcmp(components[first].steps, components[index].steps, sizeof components[index].steps) != 0) first++;
    return first;
}

// Whether steps take 2 bytes each.
static bool are_wide(const uint16_t steps[BLOCK_SIZE]) {
    for (int i = 0; i < BLOCK_SIZE; i++) {
        if (steps[i] > 0xFF) return true;
    }
    return false;
}

static void append_steps(codec_output *output, int index, const uint16_t steps[BLOCK_SIZE]) {
    bool is_wide = are_wide(steps);
    begin_segment(output, 0xDB, 1 + (size_t)BLOCK_SIZE * (is_wide ? 2 : 1));
    append_byte(output, (unsigned)index | (is_wide ? 0x10 : 0));
    for (int place = 0; place < BLOCK_SIZE; place++) {
        uint16_t step = steps[at_place[place]];
        if (is_wide) append_byte(output, step >> 8);
        append_byte(output, step & 0xFF);
    }
}

static void append_frame(codec_output *output, uint32_t width, uint32_t height,
                         const jpeg_component components[COMPONENT_COUNT]) {
    bool is_baseline = true;
    for (int i = 0; i < COMPONENT_COUNT; i++) {
        if (are_wide(components[i].steps)) is_baseline = false;
    }
    begin_segment(output, is_baseline ? 0xC0 : 0xC1, 6 + 3 * COMPONENT_COUNT);
    append_byte(output, 8);
    append_two_bytes(output, height);
    append_two_bytes(output, width);
    append_byte(output, COMPONENT_COUNT);
    for (int i = 0; i < COMPONENT_COUNT; i++) {
        append_byte(output, (unsigned)i + 1);
        append_byte(output, (unsigned)components[i].across << 4 | components[i].down);
        append_byte(output, (unsigned)first_alike(components, i));
    }
}

static void append_codes(codec_output *output, unsigned index, const JHUFF_TBL *lengths) {
    size_t count = 0;
    for (int length = 1; length <= 16; length++) count += lengths->bits[length];
    begin_segment(output, 0xC4, 17 + count);
    append_byte(output, index);
    append(output, lengths->bits + 1, 16);
    append(output, lengths->huffval, count);
}

static unsigned table_of(int component) {
    return component == 0 ? 0 : 1;
}

static void append_scan(codec_output *output) {
    begin_segment(output, 0xDA, 4 + 2 * COMPONENT_COUNT);
    append_byte(output, COMPONENT_COUNT);
    for (int i = 0; i < COMPONENT_COUNT; i++) {
        append_byte(output, (unsigned)i + 1);
        append_byte(output, table_of(i) << 4 | table_of(i));
    }
    append_byte(output, 0);
    append_byte(output, BLOCK_SIZE - 1);
    append_byte(output, 0);
}

static void number_codes(const JHUFF_TBL *lengths, code_table *table) {
    uint32_t code = 0;
    const UINT8 *symbol = lengths->huffval;
    for (uint32_t length = 1; length <= 16; length++, code <<= 1) {
        for (int i = 0; i < lengths->bits[length]; i++, code++, symbol++) {
            uint32_t number_length = *symbol & 0xF;
            table->codes[*symbol] = code << number_length << 5 | (length + number_length);
        }
    }
}

static void append_header(coefficient_writer *writer, uint32_t width, uint32_t height,
                          const struct jpeg_compress_struct *defaults, const uint8_t *profile, size_t profile_size) {
    codec_output *output = &writer->output;
    const jpeg_component *components = writer->components;
    append_two_bytes(output, 0xFFD8);
    begin_segment(output, 0xE0, sizeof jfif);
    append(output, jfif, sizeof jfif);
    if (profile != NULL) append_profile(output, profile, profile_size);
    for (int i = 0; i < COMPONENT_COUNT; i++) {
        if (first_alike(components, i) == i) append_steps(output, i, components[i].steps);
    }
    append_frame(output, width, height, components);
    for (unsigned i = 0; i < TABLE_COUNT; i++) {
        append_codes(output, i, defaults->dc_huff_tbl_ptrs[i]);
        append_codes(output, 0x10 | i, defaults->ac_huff_tbl_ptrs[i]);
        number_codes(defaults->dc_huff_tbl_ptrs[i], &writer->mean_codes[i]);
        number_codes(defaults->ac_huff_tbl_ptrs[i], &writer->detail_codes[i]);
    }
    append_scan(output);
}

static bool set_defaults(struct jpeg_compress_struct *encoder, jpeg_error *error) {
    if (setjmp(error->target)) return false;
    jpeg_create_compress(encoder);
    encoder->input_components = COMPONENT_COUNT;
    encoder->in_color_space = JCS_YCbCr;
    jpeg_set_defaults(encoder);
    return true;
}

// With the codes of ITU-T T.81, section K.3, which libjpeg knows.
static bool start(coefficient_writer *writer, uint32_t width, uint32_t height, const uint8_t *profile, size_t profile_size) {
    char message[CODEC_MESSAGE_SIZE];
    jpeg_error error;
    struct jpeg_compress_struct defaults = {.err = jpeg_error_start(&error, message, writer->cancellation)};
    bool is_set = set_defaults(&defaults, &error);
    if (is_set) append_header(writer, width, height, &defaults, profile, profile_size);
    jpeg_destroy_compress(&defaults);
    return is_set;
}

coefficient_writer *coefficient_writer_create(uint32_t width, uint32_t height, const jpeg_component components[3],
                                              const uint8_t *profile, size_t profile_size, size_t estimate,
                                              codec_cancellation cancellation) {
    int block_count = 0;
    for (int i = 0; i < COMPONENT_COUNT; i++) block_count += components[i].across * components[i].down;
    if (block_count > MOST_BLOCKS_OF_UNIT || profile_size > MOST_BYTES_OF_PROFILE) return NULL;
    coefficient_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    writer->cancellation = cancellation;
    memcpy(writer->components, components, sizeof writer->components);
    const jpeg_component *luma = &components[0];
    for (int i = 0; i < BLOCK_SIZE * 4; i++) {
        for (int bit = 0; bit < 4; bit++) {
            if (i & 1 << bit) writer->places[i / 16][i % 16] |= UINT64_C(1) << place_of[i / 16 * 4 + bit];
        }
    }
    writer->sink.next = writer->unit;
    writer->units_in_row = (luma->columns + luma->across - 1) / luma->across;
    if (!output_reserve(&writer->output, estimate + profile_size + MOST_BYTES_OF_HEADER) ||
        !start(writer, width, height, profile, profile_size)) {
        coefficient_writer_destroy(writer);
        return NULL;
    }
    return writer;
}

// From 1 to 27 bits more.
static inline void put(bit_sink *sink, uint32_t bits, unsigned count) {
    sink->bits = sink->bits << count | bits;
    sink->count += count;
    uint64_t first = __builtin_bswap64(sink->bits << (64 - sink->count));
    memcpy(sink->next, &first, sizeof first);
    sink->next += sink->count / 8;
    sink->count %= 8;
}

static inline void put_symbol(bit_sink *sink, const code_table *table, unsigned symbol) {
    put(sink, table->codes[symbol] >> 5, table->codes[symbol] & 31);
}

// The bits of a number besides their count: of a negative one, those of the number below it.
static inline void put_number(bit_sink *sink, const code_table *table, unsigned symbol, int number, unsigned length) {
    uint32_t bits = (uint32_t)(number + (number >> 31)) & ((1u << length) - 1);
    put(sink, table->codes[symbol] >> 5 | bits, table->codes[symbol] & 31);
}

static inline unsigned length_of(int number) {
    unsigned magnitude = (unsigned)(number < 0 ? -number : number);
    return magnitude == 0 ? 0 : 32 - (unsigned)__builtin_clz(magnitude);
}

static inline void put_mean(bit_sink *sink, const code_table *table, int mean, int *last) {
    int difference = mean - *last;
    *last = mean;
    unsigned length = length_of(difference);
    put_number(sink, table, length, difference, length);
}

enum { END_OF_BLOCK = 0x00, SIXTEEN_ZEROS = 0xF0 };

typedef int16_t two_rows __attribute__((vector_size(32)));
typedef bool row_bits __attribute__((ext_vector_type(16)));

// A bit for each place of a coefficient that is not 0.
static inline uint64_t places_in_use(const coefficient_writer *writer, const int16_t *block) {
    uint64_t places = 0;
    for (int i = 0; i < BLOCK_SIZE; i += 16) {
        two_rows rows;
        memcpy(&rows, block + i, sizeof rows);
        row_bits in_use = __builtin_convertvector(rows != 0, row_bits);
        uint16_t bits;
        memcpy(&bits, &in_use, sizeof bits);
        for (int j = 0; j < 4; j++) places |= writer->places[i / 4 + j][bits >> 4 * j & 0xF];
    }
    return places;
}

static inline bool put_details(bit_sink *sink, const code_table *table, const int16_t *block, uint64_t places) {
    int last = 0;
    for (; places != 0; places &= places - 1) {
        int place = __builtin_ctzll(places);
        int zeros = place - last - 1;
        last = place;
        for (; zeros > 15; zeros -= 16) put_symbol(sink, table, SIXTEEN_ZEROS);
        int number = block[at_place[place]];
        unsigned length = length_of(number);
        if (length > 10) return false;
        put_number(sink, table, (unsigned)zeros << 4 | length, number, length);
    }
    if (last < BLOCK_SIZE - 1) put_symbol(sink, table, END_OF_BLOCK);
    return true;
}

// False if baseline cannot hold all coefficients (ITU-T T.81, tables F.1 and F.2).
static bool put_block(coefficient_writer *writer, int component, const int16_t *block) {
    if (block[0] < -1024 || block[0] > 1023) return false;
    bit_sink sink = writer->sink;
    put_mean(&sink, &writer->mean_codes[table_of(component)], block[0], &writer->last_means[component]);
    uint64_t places = places_in_use(writer, block) & ~UINT64_C(1);
    bool is_put = put_details(&sink, &writer->detail_codes[table_of(component)], block, places);
    writer->sink = sink;
    return is_put;
}

// A block beyond the picture, flat and like the one before.
static void put_blank(coefficient_writer *writer, int component) {
    put_number(&writer->sink, &writer->mean_codes[table_of(component)], 0, 0, 0);
    put_symbol(&writer->sink, &writer->detail_codes[table_of(component)], END_OF_BLOCK);
}

static bool put_unit(coefficient_writer *writer, uint32_t unit, uint32_t unit_row) {
    for (int i = 0; i < COMPONENT_COUNT; i++) {
        const jpeg_component *component = &writer->components[i];
        for (uint32_t y = unit_row * component->down; y < (unit_row + 1) * component->down; y++) {
            const int16_t *row = component->blocks + y * component->stride;
            for (uint32_t x = unit * component->across; x < (unit + 1) * component->across; x++) {
                if (y >= component->rows || x >= component->columns) {
                    put_blank(writer, i);
                } else if (!put_block(writer, i, row + (size_t)x * BLOCK_SIZE)) {
                    return false;
                }
            }
        }
    }
    return true;
}

typedef uint8_t chunk __attribute__((vector_size(16)));
typedef bool chunk_bits __attribute__((ext_vector_type(16)));

// Moves whole bytes to the output, with a zero after each that is all ones.
static bool move_bytes(coefficient_writer *writer) {
    const uint8_t *byte = writer->unit, *end = writer->sink.next;
    if (!output_reserve(&writer->output, 2 * (size_t)(end - byte) + SLACK)) return false;
    uint8_t *next = writer->output.bytes + writer->output.count;
    while (byte < end) {
        chunk bytes;
        memcpy(&bytes, byte, sizeof bytes);
        memcpy(next, &bytes, sizeof bytes);
        chunk_bits is_full = __builtin_convertvector(bytes == 0xFF, chunk_bits);
        uint16_t full;
        memcpy(&full, &is_full, sizeof full);
        ptrdiff_t count = full == 0 ? (ptrdiff_t)sizeof bytes : __builtin_ctz(full) + 1;
        bool is_cut = count > end - byte;
        if (is_cut) count = end - byte;
        byte += count;
        next += count;
        if (full != 0 && !is_cut) *next++ = 0;
    }
    // What was written beyond the last byte is not wiped with the output.
    memset(next, 0, sizeof(chunk));
    writer->output.count = (size_t)(next - writer->output.bytes);
    writer->sink.next = writer->unit;
    return true;
}

coefficients_outcome coefficient_writer_write(coefficient_writer *writer, uint32_t row_count) {
    for (uint32_t end = writer->next_row + row_count; writer->next_row < end; writer->next_row++) {
        if (writer->cancellation.is_cancelled(writer->cancellation.context)) return COEFFICIENTS_CANCELLED;
        for (uint32_t unit = 0; unit < writer->units_in_row; unit++) {
            if (!put_unit(writer, unit, writer->next_row)) return COEFFICIENTS_BEYOND_BASELINE;
            if (!move_bytes(writer)) return COEFFICIENTS_OUT_OF_MEMORY;
        }
    }
    return COEFFICIENTS_WRITTEN;
}

bool coefficient_writer_finish(coefficient_writer *writer, codec_output *output) {
    // Ones up to a whole byte.
    unsigned padding = 8 - writer->sink.count;
    if (padding < 8) put(&writer->sink, (1u << padding) - 1, padding);
    if (!move_bytes(writer) || !output_reserve(&writer->output, 2)) return false;
    append_two_bytes(&writer->output, 0xFFD9);
    *output = writer->output;
    writer->output = (codec_output){0};
    return true;
}

void coefficient_writer_destroy(coefficient_writer *writer) {
    if (writer == NULL) return;
    output_discard(&writer->output);
    wipe_and_free(writer, sizeof *writer);
}
