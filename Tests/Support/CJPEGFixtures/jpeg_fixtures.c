#include "jpeg_fixtures.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf target;
} returning_error;

static void jump(j_common_ptr codec) {
    longjmp(((returning_error *)codec->err)->target, 1);
}

static void ignore_message(j_common_ptr codec, int level) {
    (void)codec;
    (void)level;
}

static void jump_on_warning(j_common_ptr codec, int level) {
    if (level < 0) jump(codec);
}

static struct jpeg_error_mgr *start_error(returning_error *error) {
    jpeg_std_error(&error->manager);
    error->manager.error_exit = jump;
    error->manager.emit_message = ignore_message;
    return &error->manager;
}

static const J_COLOR_SPACE input_spaces[] = {JCS_GRAYSCALE, JCS_RGB, JCS_RGB, JCS_CMYK, JCS_CMYK};
static const J_COLOR_SPACE file_spaces[] = {JCS_GRAYSCALE, JCS_YCbCr, JCS_RGB, JCS_CMYK, JCS_YCCK};
static const int component_counts[] = {1, 3, 3, 4, 4};

// One scan for the DC coefficients of all components, then one for each AC coefficient of each.
static void script_many_scans(j_compress_ptr encoder, jpeg_scan_info *scans) {
    int count = 0;
    jpeg_scan_info *first = &scans[count++];
    *first = (jpeg_scan_info){.comps_in_scan = encoder->num_components};
    for (int i = 0; i < encoder->num_components; i++) first->component_index[i] = i;
    for (int i = 0; i < encoder->num_components; i++) {
        for (int k = 1; k < DCTSIZE2; k++) {
            scans[count++] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {i}, .Ss = k, .Se = k};
        }
    }
    encoder->scan_info = scans;
    encoder->num_scans = count;
}

static void script_separate_scans(j_compress_ptr encoder, jpeg_scan_info *scans) {
    for (int i = 0; i < encoder->num_components; i++) {
        scans[i] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {i}, .Se = DCTSIZE2 - 1};
    }
    encoder->scan_info = scans;
    encoder->num_scans = encoder->num_components;
}

static void configure(j_compress_ptr encoder, const jpeg_fixture *fixture, jpeg_scan_info *scans) {
    encoder->image_width = fixture->width;
    encoder->image_height = fixture->height;
    encoder->input_components = component_counts[fixture->space];
    encoder->in_color_space = input_spaces[fixture->space];
    jpeg_set_defaults(encoder);
    jpeg_set_colorspace(encoder, file_spaces[fixture->space]);
    jpeg_set_quality(encoder, fixture->quality, TRUE);
    if (!fixture->adobe) encoder->write_Adobe_marker = FALSE;
    for (int i = 0; i < encoder->num_components; i++) {
        encoder->comp_info[i].h_samp_factor = fixture->horizontal[i];
        encoder->comp_info[i].v_samp_factor = fixture->vertical[i];
    }
    encoder->restart_interval = fixture->restart_interval;
    encoder->arith_code = fixture->arithmetic;
    encoder->optimize_coding = fixture->optimized;
    if (fixture->scans == JPEG_FIXTURE_PROGRESSIVE) jpeg_simple_progression(encoder);
    if (fixture->scans == JPEG_FIXTURE_MANY_SCANS) script_many_scans(encoder, scans);
    if (fixture->scans == JPEG_FIXTURE_SEPARATE) script_separate_scans(encoder, scans);
}

static bool encode(j_compress_ptr encoder, returning_error *error, const jpeg_fixture *fixture,
                   const uint8_t *samples, jpeg_scan_info *scans, uint8_t **bytes, unsigned long *size) {
    encoder->err = start_error(error);
    if (setjmp(error->target)) return false;
    jpeg_create_compress(encoder);
    jpeg_mem_dest(encoder, bytes, size);
    configure(encoder, fixture, scans);
    jpeg_start_compress(encoder, TRUE);
    if (fixture->app1 != NULL) {
        jpeg_write_marker(encoder, JPEG_APP0 + 1, fixture->app1, (unsigned int)fixture->app1_size);
    }
    size_t row_size = (size_t)fixture->width * (size_t)encoder->input_components;
    while (encoder->next_scanline < encoder->image_height) {
        JSAMPROW rows[1] = {(JSAMPROW)(samples + encoder->next_scanline * row_size)};
        jpeg_write_scanlines(encoder, rows, 1);
    }
    jpeg_finish_compress(encoder);
    return true;
}

bool jpeg_fixture_write(const jpeg_fixture *fixture, const uint8_t *samples, uint8_t **bytes, size_t *count) {
    struct jpeg_compress_struct encoder = {0};
    returning_error error;
    jpeg_scan_info *scans = calloc(1 + 63 * 4, sizeof *scans);
    unsigned long size = 0;
    *bytes = NULL;
    bool written = scans != NULL && encode(&encoder, &error, fixture, samples, scans, bytes, &size);
    jpeg_destroy_compress(&encoder);
    free(scans);
    *count = size;
    return written;
}

static JCOEF next_coefficient(uint32_t *state, int range) {
    *state = *state * 1664525u + 1013904223u;
    return (JCOEF)((int)(*state >> 16) % (2 * range + 1) - range);
}

static void change_blocks(j_decompress_ptr decoder, jvirt_barray_ptr *arrays, uint32_t column, uint32_t row,
                          uint32_t seed) {
    for (int i = 0; i < decoder->num_components; i++) {
        const jpeg_component_info *component = &decoder->comp_info[i];
        bool single = decoder->num_components == 1;
        JDIMENSION across = single ? 1 : (JDIMENSION)component->h_samp_factor;
        JDIMENSION down = single ? 1 : (JDIMENSION)component->v_samp_factor;
        for (JDIMENSION y = row * down; y < (row + 1) * down && y < component->height_in_blocks; y++) {
            JBLOCKARRAY blocks =
                decoder->mem->access_virt_barray((j_common_ptr)decoder, arrays[i], y, 1, TRUE);
            for (JDIMENSION x = column * across; x < (column + 1) * across && x < component->width_in_blocks; x++) {
                for (int k = 0; k < DCTSIZE2; k++) blocks[0][x][k] = next_coefficient(&seed, k == 0 ? 60 : 6);
            }
        }
    }
}

static bool rewrite(j_decompress_ptr decoder, j_compress_ptr encoder, returning_error *error, const uint8_t *file,
                    size_t size, const uint32_t *change, uint8_t **bytes, unsigned long *count) {
    decoder->err = encoder->err = start_error(error);
    if (setjmp(error->target)) return false;
    jpeg_create_decompress(decoder);
    jpeg_create_compress(encoder);
    jpeg_mem_src(decoder, file, size);
    jpeg_read_header(decoder, TRUE);
    jvirt_barray_ptr *arrays = jpeg_read_coefficients(decoder);
    if (change != NULL) change_blocks(decoder, arrays, change[0], change[1], change[2]);
    jpeg_mem_dest(encoder, bytes, count);
    jpeg_copy_critical_parameters(decoder, encoder);
    encoder->optimize_coding = change != NULL;
    jpeg_write_coefficients(encoder, arrays);
    jpeg_finish_compress(encoder);
    jpeg_finish_decompress(decoder);
    return true;
}

static bool rewrite_file(const uint8_t *file, size_t size, const uint32_t *change, uint8_t **bytes, size_t *count) {
    struct jpeg_decompress_struct decoder = {0};
    struct jpeg_compress_struct encoder = {0};
    returning_error error;
    unsigned long written = 0;
    *bytes = NULL;
    bool done = rewrite(&decoder, &encoder, &error, file, size, change, bytes, &written);
    jpeg_destroy_compress(&encoder);
    jpeg_destroy_decompress(&decoder);
    *count = written;
    return done;
}

bool jpeg_fixture_change_unit(const uint8_t *file, size_t size, uint32_t column, uint32_t row, uint32_t seed,
                              uint8_t **bytes, size_t *count) {
    const uint32_t change[3] = {column, row, seed};
    return rewrite_file(file, size, change, bytes, count);
}

bool jpeg_fixture_rewrite(const uint8_t *file, size_t size, uint8_t **bytes, size_t *count) {
    return rewrite_file(file, size, NULL, bytes, count);
}

typedef struct {
    struct jpeg_source_mgr manager;
    const uint8_t *next;
    const uint8_t *end;
} byte_source;

static void do_nothing(j_decompress_ptr decoder) {
    (void)decoder;
}

static boolean give_byte(j_decompress_ptr decoder) {
    byte_source *source = (byte_source *)decoder->src;
    if (source->next == source->end) jump((j_common_ptr)decoder);
    source->manager.next_input_byte = source->next++;
    source->manager.bytes_in_buffer = 1;
    return TRUE;
}

static void skip_bytes(j_decompress_ptr decoder, long count) {
    for (long i = 0; i < count; i++) {
        if (decoder->src->bytes_in_buffer == 0) give_byte(decoder);
        decoder->src->bytes_in_buffer = 0;
    }
}

static bool read_all(j_decompress_ptr decoder, returning_error *error, byte_source *source) {
    decoder->err = start_error(error);
    // A warning counts as a failure.
    error->manager.emit_message = jump_on_warning;
    if (setjmp(error->target)) return false;
    jpeg_create_decompress(decoder);
    decoder->src = &source->manager;
    jpeg_read_header(decoder, TRUE);
    jpeg_read_coefficients(decoder);
    return jpeg_finish_decompress(decoder);
}

bool jpeg_fixture_is_intact(const uint8_t *file, size_t size) {
    struct jpeg_decompress_struct decoder = {0};
    returning_error error;
    byte_source source = {.next = file, .end = file + size};
    source.manager.init_source = source.manager.term_source = do_nothing;
    source.manager.fill_input_buffer = give_byte;
    source.manager.skip_input_data = skip_bytes;
    source.manager.resync_to_restart = jpeg_resync_to_restart;
    bool is_intact = read_all(&decoder, &error, &source);
    jpeg_destroy_decompress(&decoder);
    return is_intact;
}
