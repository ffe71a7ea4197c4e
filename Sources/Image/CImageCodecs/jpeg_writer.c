#include <stdlib.h>
#include <string.h>

#include "image_codecs.h"
#include "jpeg_error.h"
#include "jpeg_memory.h"
#include "output.h"

#include <jerror.h>

struct jpeg_writer {
    struct jpeg_compress_struct encoder;
    struct jpeg_destination_mgr destination;
    struct jpeg_progress_mgr progress;
    jpeg_memory memory;
    jpeg_error error;
    codec_output output;
    char message[CODEC_MESSAGE_SIZE];
};

static const size_t chunk_size = 64 << 10;

static void offer_room(j_compress_ptr encoder) {
    jpeg_writer *writer = encoder->client_data;
    codec_output *output = &writer->output;
    if (!output_reserve(output, chunk_size)) ERREXIT1(encoder, JERR_OUT_OF_MEMORY, 0);
    writer->destination.next_output_byte = output->bytes + output->count;
    writer->destination.free_in_buffer = output->capacity - output->count;
}

static boolean take_full_buffer(j_compress_ptr encoder) {
    jpeg_writer *writer = encoder->client_data;
    writer->output.count = writer->output.capacity;
    offer_room(encoder);
    return TRUE;
}

static void take_rest(j_compress_ptr encoder) {
    jpeg_writer *writer = encoder->client_data;
    writer->output.count = writer->output.capacity - writer->destination.free_in_buffer;
}

jpeg_writer *jpeg_writer_create(codec_cancellation cancellation) {
    jpeg_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    j_compress_ptr encoder = &writer->encoder;
    encoder->err = jpeg_error_start(&writer->error, writer->message, cancellation);
    if (setjmp(writer->error.target)) {
        jpeg_writer_destroy(writer);
        return NULL;
    }
    jpeg_create_compress(encoder);
    jpeg_memory_install(&writer->memory, (j_common_ptr)encoder);
    encoder->client_data = writer;
    writer->destination.init_destination = offer_room;
    writer->destination.empty_output_buffer = take_full_buffer;
    writer->destination.term_destination = take_rest;
    encoder->dest = &writer->destination;
    writer->progress.progress_monitor = jpeg_check_wanted;
    encoder->progress = &writer->progress;
    return writer;
}

static void describe(j_compress_ptr encoder, const jpeg_picture *picture) {
    encoder->image_width = picture->width;
    encoder->image_height = picture->height;
    encoder->input_components = picture->samples == JPEG_FROM_RGBA ? 4 : 3;
    switch (picture->samples) {
    case JPEG_FROM_RGB: encoder->in_color_space = JCS_RGB; break;
    case JPEG_FROM_RGBA: encoder->in_color_space = JCS_EXT_RGBX; break;
    case JPEG_FROM_PLANES: encoder->in_color_space = JCS_YCbCr; break;
    }
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, picture->quality, TRUE);
    encoder->dct_method = JDCT_ISLOW;
    encoder->raw_data_in = picture->samples == JPEG_FROM_PLANES;
}

bool jpeg_writer_start(jpeg_writer *writer, const jpeg_picture *picture) {
    j_compress_ptr encoder = &writer->encoder;
    if (setjmp(writer->error.target)) return false;
    describe(encoder, picture);
    // Planes are of a blurred picture, which takes less.
    int channels = encoder->raw_data_in ? 1 : encoder->input_components;
    size_t estimate = output_estimate(picture->width, picture->height, channels);
    if (!output_reserve(&writer->output, estimate)) ERREXIT1(encoder, JERR_OUT_OF_MEMORY, 0);
    jpeg_start_compress(encoder, TRUE);
    if (picture->profile != NULL) {
        jpeg_write_icc_profile(encoder, picture->profile, (unsigned int)picture->profile_size);
    }
    return true;
}

bool jpeg_writer_write_rows(jpeg_writer *writer, const uint8_t *rows, size_t stride, uint32_t count) {
    if (setjmp(writer->error.target)) return false;
    for (uint32_t row = 0; row < count; row++) {
        JSAMPROW samples = (JSAMPROW)(rows + row * stride);
        jpeg_write_scanlines(&writer->encoder, &samples, 1);
    }
    return true;
}

bool jpeg_writer_write_planes(jpeg_writer *writer, uint8_t **luma, uint8_t **blue, uint8_t **red) {
    if (setjmp(writer->error.target)) return false;
    JSAMPARRAY planes[3] = {luma, blue, red};
    jpeg_write_raw_data(&writer->encoder, planes, 2 * DCTSIZE);
    return true;
}

bool jpeg_writer_finish(jpeg_writer *writer, codec_output *output) {
    if (setjmp(writer->error.target)) return false;
    jpeg_finish_compress(&writer->encoder);
    *output = writer->output;
    writer->output = (codec_output){0};
    return true;
}

const char *jpeg_writer_message(const jpeg_writer *writer) {
    return writer->message;
}

void jpeg_writer_destroy(jpeg_writer *writer) {
    if (writer == NULL) return;
    jpeg_destroy_compress(&writer->encoder);
    output_discard(&writer->output);
    free(writer);
}
