#include <string.h>

#include "jpeg_reader.h"

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
        if (reader->coefficients != NULL) {
            components[i].blocks = jpeg_memory_blocks(reader->coefficients[i], &components[i].stride);
        }
    }
    return true;
}

bool jpeg_reader_start_coefficients(jpeg_reader *reader) {
    j_decompress_ptr decoder = &reader->decoder;
    if (setjmp(reader->error.target)) return false;
    // libjpeg keeps all coefficients then, reads a row of them at a time, and gives access meanwhile.
    decoder->buffered_image = TRUE;
    jpeg_start_decompress(decoder);
    reader->coefficients = jpeg_read_coefficients(decoder);
    return true;
}

// Rows of minimum coded units that no scan changes any more.
static uint32_t settled_rows(jpeg_reader *reader) {
    j_decompress_ptr decoder = &reader->decoder;
    if (reader->has_ended) return decoder->total_iMCU_rows;
    if (jpeg_has_multiple_scans(decoder)) return 0;
    // The last one only counts once the end is seen.
    return decoder->input_iMCU_row < decoder->total_iMCU_rows ? decoder->input_iMCU_row : decoder->total_iMCU_rows - 1;
}

bool jpeg_reader_read_coefficients(jpeg_reader *reader, uint32_t row_count) {
    j_decompress_ptr decoder = &reader->decoder;
    if (setjmp(reader->error.target)) return false;
    while (settled_rows(reader) < row_count && !reader->has_ended) {
        jpeg_reader_watch((j_common_ptr)decoder);
        if (jpeg_consume_input(decoder) != JPEG_REACHED_EOI) continue;
        jpeg_reader_check_completeness(reader);
        reader->has_ended = true;
    }
    return true;
}

void jpeg_reader_discard_coefficients(jpeg_reader *reader, uint32_t first_row, uint32_t row_count) {
    const struct jpeg_decompress_struct *decoder = &reader->decoder;
    for (int i = 0; i < decoder->num_components; i++) {
        const jpeg_component_info *info = &decoder->comp_info[i];
        const uint32_t down = (uint32_t)info->v_samp_factor, rows = info->height_in_blocks;
        const uint32_t first = first_row * down, end = (first_row + row_count) * down;
        if (first < rows) jpeg_memory_discard(reader->coefficients[i], first, (end < rows ? end : rows) - first);
    }
}
