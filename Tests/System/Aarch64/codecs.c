// The codecs over files: prints a sum of the pixels of each, of its coefficients written again and of its pixels as a JPEG,
// or why it was refused. Then the same of each with some bits of it turned over. Usage: codecs FILE...
#include <stdlib.h>

#include "image_codecs.h"
#include "inputs.h"
#include "secure_memory.h"

enum { MOST_PIXELS = 4 << 20, MOST_SCANS = 100, DAMAGES = 3 };

static bool never(const void *context) {
    (void)context;
    return false;
}

static const codec_cancellation cancellation = {.is_cancelled = never};

static void print_output(const char *name, int number, bool is_done, codec_output *output) {
    if (is_done) {
        print_sum(name, number, output->bytes, output->count);
        secure_memory_release(output->bytes, output->capacity, output->count);
    } else {
        printf("%s %d refused\n", name, number);
    }
}

static void write_jpeg(int number, const uint8_t *pixels, const codec_header *header) {
    jpeg_picture picture = {.width = header->width, .height = header->height, .quality = 85,
                            .samples = header->channels == 4 ? JPEG_FROM_RGBA : JPEG_FROM_RGB};
    codec_output output = {0};
    jpeg_writer *writer = jpeg_writer_create(cancellation);
    if (writer == NULL) abort();
    bool is_done = jpeg_writer_start(writer, &picture) &&
                   jpeg_writer_write_rows(writer, pixels, (size_t)header->width * header->channels, header->height) &&
                   jpeg_writer_finish(writer, &output);
    print_output("written", number, is_done, &output);
    printf("%s\n", jpeg_writer_message(writer));
    jpeg_writer_destroy(writer);
}

static bool is_small(const codec_header *header) {
    return header->width > 0 && header->height > 0 && header->height <= MOST_PIXELS / header->width;
}

static void read_png(int number, const uint8_t *bytes, size_t size) {
    codec_header header = {0};
    png_reader *reader = png_reader_create(bytes, size, cancellation);
    if (reader == NULL) abort();
    if (png_reader_read_header(reader, &header) && is_small(&header)) {
        size_t stride = (size_t)header.width * header.channels;
        uint8_t *pixels = calloc(stride, header.height);
        if (pixels == NULL) abort();
        bool is_read = png_reader_read_pixels(reader, pixels, stride) && png_reader_finish(reader, &header);
        if (is_read) {
            print_sum("PNG", number, pixels, stride * header.height);
            write_jpeg(number, pixels, &header);
        }
        free(pixels);
    }
    printf("PNG %d %ux%u %s\n", number, header.width, header.height, png_reader_message(reader));
    png_reader_destroy(reader);
}

static void read_jpeg(int number, const uint8_t *bytes, size_t size, int factor) {
    codec_header header = {0};
    jpeg_reader *reader = jpeg_reader_create(bytes, size, MOST_SCANS, cancellation);
    if (reader == NULL) abort();
    if (jpeg_reader_read_header(reader, &header) && is_small(&header) &&
        jpeg_reader_reduce(reader, factor, &header.width, &header.height)) {
        size_t stride = (size_t)header.width * header.channels;
        uint8_t *pixels = calloc(stride, header.height);
        if (pixels == NULL) abort();
        bool is_read = true;
        for (uint32_t y = 0; y < header.height && is_read; y += 16) {
            is_read = jpeg_reader_read_rows(reader, pixels + y * stride, stride, header.height - y < 16 ? header.height - y : 16);
        }
        if (is_read && jpeg_reader_finish(reader)) {
            print_sum("JPEG", number, pixels, stride * header.height);
            if (header.channels == 3) write_jpeg(number, pixels, &header);
        }
        free(pixels);
    }
    printf("JPEG %d by %d %ux%u %s\n", number, factor, header.width, header.height, jpeg_reader_message(reader));
    jpeg_reader_destroy(reader);
}

static uint32_t unit_rows(const codec_header *header) {
    return (header->height + header->mcu_height - 1) / header->mcu_height;
}

static void read_coefficients(int number, const uint8_t *bytes, size_t size) {
    codec_header header = {0};
    jpeg_component components[3];
    jpeg_reader *reader = jpeg_reader_create(bytes, size, MOST_SCANS, cancellation);
    if (reader == NULL) abort();
    if (jpeg_reader_read_header(reader, &header) && is_small(&header) && jpeg_reader_components(reader, components) &&
        jpeg_reader_start_coefficients(reader) && jpeg_reader_read_coefficients(reader, unit_rows(&header)) &&
        jpeg_reader_components(reader, components)) {
        codec_output output = {0};
        coefficient_writer *writer =
            coefficient_writer_create(header.width, header.height, components, NULL, 0, size, cancellation);
        bool is_done = writer != NULL && coefficient_writer_write(writer, unit_rows(&header)) == COEFFICIENTS_WRITTEN &&
                       coefficient_writer_finish(writer, &output);
        print_output("coefficients", number, is_done, &output);
        coefficient_writer_destroy(writer);
    }
    jpeg_reader_destroy(reader);
}

static void read_file(int number, const uint8_t *bytes, size_t size) {
    if (size > 4 && memcmp(bytes, "\x89PNG", 4) == 0) {
        read_png(number, bytes, size);
    } else {
        for (int factor = 1; factor <= 8; factor *= 2) read_jpeg(number, bytes, size, factor);
        read_coefficients(number, bytes, size);
    }
}

int main(int count, char **paths) {
    for (int i = 1; i < count; i++) {
        static uint8_t bytes[16 << 20];
        FILE *file = fopen(paths[i], "rb");
        if (file == NULL) abort();
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        read_file(i, bytes, size);
        for (int damage = 0; damage < DAMAGES; damage++) {
            // Beyond the signature.
            size_t place = 16 + random_number() % (size - 16);
            bytes[place] ^= (uint8_t)(1 << random_in(0, 7));
            read_file(i, bytes, size);
        }
    }
    return 0;
}
