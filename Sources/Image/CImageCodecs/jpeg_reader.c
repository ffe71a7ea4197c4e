#include <stdlib.h>
#include <string.h>

#include "jpeg_reader.h"

#include <jerror.h>

// A progressive file may hold thousands of scans, each of which costs a pass over the whole picture.
void jpeg_reader_watch(j_common_ptr codec) {
    j_decompress_ptr decoder = (j_decompress_ptr)codec;
    jpeg_reader *reader = decoder->client_data;
    jpeg_check_wanted(codec);
    if (decoder->input_scan_number > reader->maximum_scans) jpeg_fail(codec, "too many scans");
    for (int i = 0; i < decoder->comps_in_scan; i++) {
        reader->seen_components |= 1u << decoder->cur_comp_info[i]->component_index;
    }
}

void jpeg_reader_check_completeness(jpeg_reader *reader) {
    j_decompress_ptr decoder = &reader->decoder;
    for (int component = 0; component < decoder->num_components; component++) {
        if ((reader->seen_components & 1u << component) == 0) jpeg_fail((j_common_ptr)decoder, "a scan is missing");
        if (!decoder->progressive_mode) continue;
        for (int coefficient = 0; coefficient < DCTSIZE2; coefficient++) {
            // The bits of precision that are still to come; -1 where nothing has come.
            if (decoder->coef_bits[component][coefficient] != 0) jpeg_fail((j_common_ptr)decoder, "a scan is missing");
        }
    }
}

jpeg_reader *jpeg_reader_create(const uint8_t *bytes, size_t size, int maximum_scans, codec_cancellation cancellation) {
    jpeg_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    reader->maximum_scans = maximum_scans;
    reader->decoder.err = jpeg_error_start(&reader->error, reader->message, cancellation);
    if (setjmp(reader->error.target)) {
        jpeg_reader_destroy(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->decoder);
    jpeg_memory_install(&reader->memory, (j_common_ptr)&reader->decoder);
    reader->decoder.client_data = reader;
    reader->progress.progress_monitor = jpeg_reader_watch;
    reader->decoder.progress = &reader->progress;
    jpeg_source_install(&reader->source, &reader->decoder, bytes, size);
    return reader;
}

bool jpeg_reader_read_header(jpeg_reader *reader, codec_header *header) {
    j_decompress_ptr decoder = &reader->decoder;
    if (setjmp(reader->error.target)) return false;
    jpeg_read_header(decoder, TRUE);
    // libjpeg makes up what is missing from an arithmetic-coded scan without a warning.
    if (decoder->arith_code) ERREXIT(decoder, JERR_ARITH_NOTIMPL);

    memset(header, 0, sizeof *header);
    header->width = decoder->image_width;
    header->height = decoder->image_height;
    bool cmyk = decoder->jpeg_color_space == JCS_CMYK || decoder->jpeg_color_space == JCS_YCCK;
    decoder->out_color_space = cmyk ? JCS_CMYK : JCS_RGB;
    header->channels = cmyk ? 4 : 3;
    header->grey = decoder->jpeg_color_space == JCS_GRAYSCALE;
    // A single component is never interleaved: its unit is one block, whatever its sampling factors say.
    bool single = decoder->num_components == 1;
    header->mcu_width = (uint8_t)(DCTSIZE * (single ? 1 : decoder->max_h_samp_factor));
    header->mcu_height = (uint8_t)(DCTSIZE * (single ? 1 : decoder->max_v_samp_factor));
    return true;
}

bool jpeg_reader_reduce(jpeg_reader *reader, int factor, uint32_t *width, uint32_t *height) {
    j_decompress_ptr decoder = &reader->decoder;
    if (setjmp(reader->error.target)) return false;
    decoder->scale_num = 1;
    decoder->scale_denom = (unsigned int)factor;
    jpeg_calc_output_dimensions(decoder);
    *width = decoder->output_width;
    *height = decoder->output_height;
    return true;
}

static void start(jpeg_reader *reader) {
    j_decompress_ptr decoder = &reader->decoder;
    decoder->dct_method = JDCT_ISLOW;
    decoder->do_fancy_upsampling = FALSE;
    decoder->do_block_smoothing = FALSE;
    jpeg_start_decompress(decoder);
    // One scan that is not there is one that libjpeg has missed by itself.
    if (jpeg_has_multiple_scans(decoder)) jpeg_reader_check_completeness(reader);
    reader->started = true;
}

bool jpeg_reader_read_rows(jpeg_reader *reader, uint8_t *rows, size_t stride, unsigned count) {
    JSAMPROW targets[16];
    if (count > sizeof targets / sizeof targets[0]) return false;
    for (unsigned row = 0; row < count; row++) targets[row] = rows + row * stride;
    if (setjmp(reader->error.target)) return false;
    if (!reader->started) start(reader);
    // libjpeg gives out fewer at a time where a row of blocks ends.
    unsigned done = 0;
    while (done < count) done += jpeg_read_scanlines(&reader->decoder, targets + done, count - done);
    return true;
}

bool jpeg_reader_finish(jpeg_reader *reader) {
    if (setjmp(reader->error.target)) return false;
    return jpeg_finish_decompress(&reader->decoder);
}

bool jpeg_reader_is_out_of_memory(const jpeg_reader *reader) {
    return reader->error.out_of_memory;
}

const char *jpeg_reader_message(const jpeg_reader *reader) {
    return reader->message;
}

void jpeg_reader_destroy(jpeg_reader *reader) {
    if (reader == NULL) return;
    jpeg_destroy_decompress(&reader->decoder);
    free(reader);
}
