#include <string.h>

#include "jpeg_error.h"
#include "jpeg_memory.h"
#include "output.h"

#include <jerror.h>

typedef struct {
    struct jpeg_compress_struct encoder;
    struct jpeg_destination_mgr destination;
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

static bool write_image(jpeg_writer *writer, const codec_image *image, int quality) {
    j_compress_ptr encoder = &writer->encoder;
    encoder->err = jpeg_error_start(&writer->error, writer->output->message);
    if (setjmp(writer->error.target)) return false;
    jpeg_create_compress(encoder);
    jpeg_memory_install(&writer->memory, (j_common_ptr)encoder);
    encoder->client_data = writer;
    if (!output_reserve(writer->output, output_estimate(image))) ERREXIT1(encoder, JERR_OUT_OF_MEMORY, 0);
    writer->destination.init_destination = offer_room;
    writer->destination.empty_output_buffer = take_full_buffer;
    writer->destination.term_destination = take_rest;
    encoder->dest = &writer->destination;

    encoder->image_width = image->width;
    encoder->image_height = image->height;
    encoder->input_components = image->channels;
    encoder->in_color_space = image->channels == 4 ? JCS_EXT_RGBX : JCS_RGB;
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, quality, TRUE);
    encoder->dct_method = JDCT_ISLOW;
    jpeg_start_compress(encoder, TRUE);
    if (image->profile != NULL) {
        jpeg_write_icc_profile(encoder, image->profile, (unsigned int)image->profile_size);
    }
    while (encoder->next_scanline < encoder->image_height) {
        JSAMPROW rows[1] = {(JSAMPROW)(image->pixels + (size_t)encoder->next_scanline * image->stride)};
        jpeg_write_scanlines(encoder, rows, 1);
    }
    jpeg_finish_compress(encoder);
    return true;
}

bool jpeg_write(const codec_image *image, int quality, codec_output *output) {
    memset(output, 0, sizeof *output);
    jpeg_writer writer;
    memset(&writer, 0, sizeof writer);
    writer.output = output;
    bool written = write_image(&writer, image, quality);
    jpeg_destroy_compress(&writer.encoder);
    if (!written) output_discard(output);
    return written;
}
