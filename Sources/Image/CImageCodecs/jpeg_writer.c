#include "jpeg_writer.h"

#include <string.h>

#include "jpeg_error.h"
#include "jpeg_memory.h"
#include "output.h"

#include <jerror.h>

typedef struct {
    struct jpeg_compress_struct encoder;
    struct jpeg_destination_mgr destination;
    struct jpeg_progress_mgr progress;
    jpeg_memory memory;
    jpeg_error error;
    codec_output *output;
} jpeg_writer;

static const size_t chunk_size = 64 << 10;

static void offer_room(j_compress_ptr encoder) {
    jpeg_writer *writer = encoder->client_data;
    codec_output *output = writer->output;
    if (!output_reserve(output, chunk_size)) ERREXIT1(encoder, JERR_OUT_OF_MEMORY, 0);
    writer->destination.next_output_byte = output->bytes + output->count;
    writer->destination.free_in_buffer = output->capacity - output->count;
}

static boolean take_full_buffer(j_compress_ptr encoder) {
    jpeg_writer *writer = encoder->client_data;
    writer->output->count = writer->output->capacity;
    offer_room(encoder);
    return TRUE;
}

static void take_rest(j_compress_ptr encoder) {
    jpeg_writer *writer = encoder->client_data;
    writer->output->count = writer->output->capacity - writer->destination.free_in_buffer;
}

static bool run(jpeg_writer *writer, size_t estimate, jpeg_encoding encode, void *job,
                codec_cancellation cancellation) {
    j_compress_ptr encoder = &writer->encoder;
    encoder->err = jpeg_error_start(&writer->error, writer->output->message, cancellation);
    if (setjmp(writer->error.target)) return false;
    jpeg_create_compress(encoder);
    jpeg_memory_install(&writer->memory, (j_common_ptr)encoder);
    encoder->client_data = writer;
    if (!output_reserve(writer->output, estimate)) ERREXIT1(encoder, JERR_OUT_OF_MEMORY, 0);
    writer->destination.init_destination = offer_room;
    writer->destination.empty_output_buffer = take_full_buffer;
    writer->destination.term_destination = take_rest;
    encoder->dest = &writer->destination;
    writer->progress.progress_monitor = jpeg_check_wanted;
    encoder->progress = &writer->progress;
    encode(encoder, job);
    jpeg_finish_compress(encoder);
    return true;
}

bool jpeg_writer_run(codec_output *output, size_t estimate, jpeg_encoding encode, void *job,
                     codec_cancellation cancellation) {
    memset(output, 0, sizeof *output);
    jpeg_writer writer;
    memset(&writer, 0, sizeof writer);
    writer.output = output;
    bool written = run(&writer, estimate, encode, job, cancellation);
    jpeg_destroy_compress(&writer.encoder);
    if (!written) output_discard(output);
    return written;
}

void jpeg_writer_add_profile(j_compress_ptr encoder, const uint8_t *profile, size_t size) {
    if (profile != NULL) jpeg_write_icc_profile(encoder, profile, (unsigned int)size);
}

typedef struct {
    const codec_image *image;
    int quality;
} image_job;

static void encode_image(j_compress_ptr encoder, void *job) {
    const codec_image *image = ((const image_job *)job)->image;
    encoder->image_width = image->width;
    encoder->image_height = image->height;
    encoder->input_components = image->channels;
    encoder->in_color_space = image->channels == 4 ? JCS_EXT_RGBX : JCS_RGB;
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, ((const image_job *)job)->quality, TRUE);
    encoder->dct_method = JDCT_ISLOW;
    jpeg_start_compress(encoder, TRUE);
    jpeg_writer_add_profile(encoder, image->profile, image->profile_size);
    while (encoder->next_scanline < encoder->image_height) {
        JSAMPROW rows[1] = {(JSAMPROW)(image->pixels + (size_t)encoder->next_scanline * image->stride)};
        jpeg_write_scanlines(encoder, rows, 1);
    }
}

bool jpeg_write(const codec_image *image, int quality, codec_cancellation cancellation, codec_output *output) {
    image_job job = {image, quality};
    return jpeg_writer_run(output, output_estimate(image), encode_image, &job, cancellation);
}

static void encode_strips(j_compress_ptr encoder, void *job) {
    const jpeg_strips *strips = *(const jpeg_strips **)job;
    encoder->image_width = strips->width;
    encoder->image_height = strips->height;
    encoder->input_components = 3;
    encoder->in_color_space = JCS_YCbCr;
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, strips->quality, TRUE);
    encoder->dct_method = JDCT_ISLOW;
    encoder->raw_data_in = TRUE;
    jpeg_start_compress(encoder, TRUE);
    jpeg_writer_add_profile(encoder, strips->profile, strips->profile_size);

    JDIMENSION units = (encoder->image_width + 2 * DCTSIZE - 1) / (2 * DCTSIZE);
    JSAMPARRAY planes[3];
    for (int i = 0; i < 3; i++) {
        int factor = i == 0 ? 2 : 1;
        planes[i] = encoder->mem->alloc_sarray((j_common_ptr)encoder, JPOOL_IMAGE, units * factor * DCTSIZE,
                                               (JDIMENSION)(factor * DCTSIZE));
    }
    while (encoder->next_scanline < encoder->image_height) {
        strips->fill(strips->context, encoder->next_scanline, planes[0], planes[1], planes[2]);
        jpeg_write_raw_data(encoder, planes, 2 * DCTSIZE);
    }
}

bool jpeg_write_strips(const jpeg_strips *strips, codec_cancellation cancellation, codec_output *output) {
    const codec_image image = {.width = strips->width, .height = strips->height, .channels = 1};
    return jpeg_writer_run(output, output_estimate(&image), encode_strips, &strips, cancellation);
}
