#include <png.h>
#include <string.h>

#include "output.h"
#include "png_memory.h"

static void fail(png_structp png, png_const_charp message) {
    codec_output *output = png_get_error_ptr(png);
    strncpy(output->message, message, CODEC_MESSAGE_SIZE - 1);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    codec_output *output = png_get_io_ptr(png);
    if (!output_reserve(output, count)) png_error(png, "out of memory");
    memcpy(output->bytes + output->count, bytes, count);
    output->count += count;
}

static void flush_nothing(png_structp png) {
    (void)png;
}

static bool write_image(png_structp png, png_infop info, const codec_image *image, png_compression compression,
                        codec_output *output) {
    if (setjmp(png_jmpbuf(png))) return false;
    if (!output_reserve(output, output_estimate(image))) png_error(png, "out of memory");
    png_set_write_fn(png, output, write_bytes, flush_nothing);
    png_set_IHDR(png, info, image->width, image->height, 8,
                 image->channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (image->profile != NULL) {
        png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, image->profile,
                     (png_uint_32)image->profile_size);
    }
    png_set_compression_level(png, compression.level);
    png_set_compression_strategy(png, compression.strategy);
    png_set_compression_buffer_size(png, 64 << 10);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, compression.filters);
    png_write_info(png, info);
    for (uint32_t y = 0; y < image->height; y++) png_write_row(png, image->pixels + (size_t)y * image->stride);
    png_write_end(png, NULL);
    return true;
}

bool png_write(const codec_image *image, png_compression compression, codec_output *output) {
    memset(output, 0, sizeof *output);
    bool out_of_memory = false;
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, output, fail, ignore_warning, &out_of_memory,
                                                png_wiped_malloc, png_wiped_free);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    bool written = false;
    if (info != NULL) written = write_image(png, info, image, compression, output);
    if (out_of_memory) {
        // Where libpng only warned, the file lacks what it had no memory for.
        written = false;
        strcpy(output->message, "out of memory");
    }
    png_destroy_write_struct(&png, &info);
    if (!written) output_discard(output);
    return written;
}
