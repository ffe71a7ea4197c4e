#include <string.h>

#include "jpeg_reader.h"
#include "jpeg_writer.h"

#include <jerror.h>

bool jpeg_reader_components(const jpeg_reader *reader, jpeg_component components[3]) {
    const struct jpeg_decompress_struct *decoder = &reader->decoder;
    if (decoder->jpeg_color_space != JCS_YCbCr) return false;
    for (int i = 0; i < 3; i++) {
        const jpeg_component_info *info = &decoder->comp_info[i];
        components[i] = (jpeg_component){
            .across = (uint8_t)info->h_samp_factor,
            .down = (uint8_t)info->v_samp_factor,
            .columns = info->width_in_blocks,
            .rows = info->height_in_blocks,
        };
        if (info->quant_table != NULL) {
            memcpy(components[i].steps, info->quant_table->quantval, sizeof components[i].steps);
        }
    }
    return true;
}

bool jpeg_reader_read_coefficients(jpeg_reader *reader) {
    if (setjmp(reader->error.target)) return false;
    reader->coefficients = jpeg_read_coefficients(&reader->decoder);
    jpeg_reader_check_completeness(reader);
    return true;
}

int16_t *jpeg_reader_block_row(jpeg_reader *reader, int component, uint32_t row) {
    j_common_ptr decoder = (j_common_ptr)&reader->decoder;
    if (setjmp(reader->error.target)) return NULL;
    return decoder->mem->access_virt_barray(decoder, reader->coefficients[component], row, 1, TRUE)[0][0];
}

// The first component with the same steps: mostly, both chroma share a table.
static int first_alike(const jpeg_component components[3], int index) {
    int first = 0;
    while (memcmp(components[first].steps, components[index].steps, sizeof components[index].steps) != 0) first++;
    return first;
}

static void set_component(j_compress_ptr encoder, const jpeg_component components[3], int index) {
    const jpeg_component *component = &components[index];
    jpeg_component_info *info = &encoder->comp_info[index];
    info->h_samp_factor = component->across;
    info->v_samp_factor = component->down;
    info->quant_tbl_no = first_alike(components, index);
    if (info->quant_tbl_no != index) return;
    JQUANT_TBL **table = &encoder->quant_tbl_ptrs[index];
    if (*table == NULL) *table = jpeg_alloc_quant_table((j_common_ptr)encoder);
    memcpy((*table)->quantval, component->steps, sizeof component->steps);
    (*table)->sent_table = FALSE;
}

typedef struct {
    struct jpeg_progress_mgr progress;
    const jpeg_reader *reader;
    const uint8_t *profile;
    size_t profile_size;
    bool is_beyond_baseline;
} coefficients_job;

typedef int16_t row_of_block __attribute__((vector_size(16)));

// Whether all coefficients of some blocks are what a baseline file can hold (ITU-T T.81, tables F.1 and F.2).
static bool fit_baseline(const JCOEF *blocks, JDIMENSION count) {
    row_of_block least = {0}, most = {0};
    JCOEF least_mean = 0, most_mean = 0;
    for (JDIMENSION block = 0; block < count; block++, blocks += DCTSIZE2) {
        if (blocks[0] < least_mean) least_mean = blocks[0];
        if (blocks[0] > most_mean) most_mean = blocks[0];
        for (int y = 0; y < DCTSIZE; y++) {
            row_of_block row;
            memcpy(&row, blocks + y * DCTSIZE, sizeof row);
            if (y == 0) row[0] = 0;
            least = __builtin_elementwise_min(least, row);
            most = __builtin_elementwise_max(most, row);
        }
    }
    if (least_mean < -1024 || most_mean > 1023) return false;
    for (int x = 0; x < DCTSIZE; x++) {
        if (least[x] < -1023 || most[x] > 1023) return false;
    }
    return true;
}

// A progress monitor, called before a row of minimum coded units is written. libjpeg does not look at the range of what it
// writes; just before it does, it costs least.
static void check_unit_row(j_common_ptr codec) {
    j_compress_ptr encoder = (j_compress_ptr)codec;
    coefficients_job *job = (coefficients_job *)encoder->progress;
    jpeg_check_wanted(codec);
    for (int i = 0; i < encoder->num_components; i++) {
        const jpeg_component_info *component = &encoder->comp_info[i];
        JDIMENSION first = (JDIMENSION)job->progress.pass_counter * (JDIMENSION)component->v_samp_factor;
        for (JDIMENSION row = first; row < first + (JDIMENSION)component->v_samp_factor; row++) {
            if (row >= component->height_in_blocks) break;
            JBLOCKARRAY blocks =
                encoder->mem->access_virt_barray(codec, job->reader->coefficients[i], row, 1, FALSE);
            if (fit_baseline(blocks[0][0], component->width_in_blocks)) continue;
            job->is_beyond_baseline = true;
            jpeg_fail(codec, "a coefficient is beyond what baseline can hold");
        }
    }
}

static void encode_coefficients(j_compress_ptr encoder, void *job) {
    coefficients_job *coefficients = job;
    const jpeg_reader *reader = coefficients->reader;
    jpeg_component components[3];
    encoder->image_width = reader->decoder.image_width;
    encoder->image_height = reader->decoder.image_height;
    encoder->input_components = 3;
    encoder->in_color_space = JCS_YCbCr;
    jpeg_set_defaults(encoder);
    if (!jpeg_reader_components(reader, components)) ERREXIT(encoder, JERR_BAD_J_COLORSPACE);
    for (int i = 0; i < 3; i++) set_component(encoder, components, i);
    coefficients->progress.progress_monitor = check_unit_row;
    encoder->progress = &coefficients->progress;
    jpeg_write_coefficients(encoder, reader->coefficients);
    jpeg_writer_add_profile(encoder, coefficients->profile, coefficients->profile_size);
}

bool jpeg_reader_write(const jpeg_reader *reader, const uint8_t *profile, size_t profile_size, size_t estimate,
                       codec_output *output, bool *is_beyond_baseline) {
    coefficients_job job = {.reader = reader, .profile = profile, .profile_size = profile_size};
    bool written = jpeg_writer_run(output, estimate, encode_coefficients, &job, reader->error.cancellation);
    *is_beyond_baseline = job.is_beyond_baseline;
    return written;
}
