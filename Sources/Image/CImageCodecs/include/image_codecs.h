// libpng, libjpeg-turbo and zlib behind functions that return, and an encoder of coefficients.
//
// Both libraries report an error by longjmp, which must not cross a Swift frame. Every function here sets its own jump
// target, so that a failure comes back as `false` with the library's message. Nothing else is decided here: limits,
// colour conversion beyond what the libraries do, and every judgement about the input are the caller's.
#ifndef IMAGE_CODECS_H
#define IMAGE_CODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CODEC_MESSAGE_SIZE 200

// Asked while a codec works, with a `context` of the caller's; true makes the work fail.
typedef struct {
    bool (*is_cancelled)(const void *context);
    const void *context;
} codec_cancellation;

// What a file says of itself before its pixels are decoded.
typedef struct {
    uint32_t width;
    uint32_t height;
    // Channels of a decoded row: 3 (RGB), 4 (RGBA for PNG; CMYK for JPEG).
    uint8_t channels;
    // Whether the file holds one sample of light for each pixel, so that all of its colours are grey.
    bool grey;
    // PNG: bits of a sample.
    uint8_t depth;
    // JPEG: pixels covered by one minimum coded unit.
    uint8_t mcu_width;
    uint8_t mcu_height;
    // A TIFF block with the orientation, owned by the reader; NULL if there is none.
    const uint8_t *exif;
    size_t exif_size;
} codec_header;

// An encoded file: `capacity` bytes of secure memory, which the caller takes over, of which the first `count` are written.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} codec_output;

// Reads a PNG of `size` bytes that outlive the reader. Pixels come out as 8-bit RGB or RGBA. What
// is cancelled fails.
typedef struct png_reader png_reader;
png_reader *png_reader_create(const uint8_t *bytes, size_t size, codec_cancellation cancellation);
bool png_reader_read_header(png_reader *reader, codec_header *header);
// Makes the rows to come those of samples of 16 bits in the order of the machine, instead of their upper 8.
void png_reader_keep_16_bits(png_reader *reader);
// Reads all rows into `height` rows of `width` pixels that are `stride` bytes apart.
bool png_reader_read_pixels(png_reader *reader, uint8_t *pixels, size_t stride);
// Rows from the first one that reading them may have written to, whether it came to an end or not.
uint32_t png_reader_written_rows(const png_reader *reader);
// Reads the rest of the file. Only now is the orientation known, which may stand after the pixels.
bool png_reader_finish(png_reader *reader, codec_header *header);
// Whether the last failure was one of memory, and not of the file.
bool png_reader_is_out_of_memory(const png_reader *reader);
const char *png_reader_message(const png_reader *reader);
void png_reader_destroy(png_reader *reader);

// Reads a JPEG of `size` bytes that outlive the reader, with no smoothing between blocks: chroma is replicated, so that
// no pixel depends on a neighbouring minimum coded unit. Pixels come out as 8-bit RGB or CMYK as it is stored. What is
// damaged in a way that libjpeg can tell is refused, and so is what has more scans than `maximum_scans`.
typedef struct jpeg_reader jpeg_reader;
jpeg_reader *jpeg_reader_create(const uint8_t *bytes, size_t size, int maximum_scans, codec_cancellation cancellation);
// Finds everything but the metadata.
bool jpeg_reader_read_header(jpeg_reader *reader, codec_header *header);
// Makes the rows to come those of a picture reduced by `factor`: 1, 2, 4 or 8. Its size is that of the file, divided and
// rounded up.
bool jpeg_reader_reduce(jpeg_reader *reader, int factor, uint32_t *width, uint32_t *height);
// Reads the next `count` rows, at most 16, to rows that are `stride` bytes apart.
bool jpeg_reader_read_rows(jpeg_reader *reader, uint8_t *rows, size_t stride, unsigned count);
// Reads what follows the last row up to the end-of-image marker.
bool jpeg_reader_finish(jpeg_reader *reader);

// One component of a YCbCr JPEG, in blocks of 8 x 8 coefficients.
typedef struct {
    // Blocks in a minimum coded unit.
    uint8_t across;
    uint8_t down;
    // Blocks that hold samples of the picture. There are more where minimum coded units reach beyond it.
    uint32_t columns;
    uint32_t rows;
    // What a coefficient counts, in the order of the coefficients; zeros before they are read.
    uint16_t steps[64];
    // The first block of the first row, once the reader is prepared for coefficients, in memory of the reader: 64 coefficients
    // row by row, from the lowest frequency. Rows of blocks are `stride` coefficients apart.
    int16_t *blocks;
    size_t stride;
} jpeg_component;

// The components once the header is read, steps once a row is read. False for any other colour model.
bool jpeg_reader_components(const jpeg_reader *reader, jpeg_component components[3]);
// Prepares for reading coefficients, in place of rows.
bool jpeg_reader_start_coefficients(jpeg_reader *reader);
// Reads on until the first `row_count` rows of minimum coded units do not change any more: the whole file for all of them, or
// where it has several scans.
bool jpeg_reader_read_coefficients(jpeg_reader *reader, uint32_t row_count);
// Gives back the memory of some rows of minimum coded units that were read, and that nobody asks for any more, if there is more memory
// than is kept for the next picture.
void jpeg_reader_discard_coefficients(jpeg_reader *reader, uint32_t first_row, uint32_t row_count);

// Whether the last failure was one of memory, and not of the file.
bool jpeg_reader_is_out_of_memory(const jpeg_reader *reader);
const char *jpeg_reader_message(const jpeg_reader *reader);
void jpeg_reader_destroy(jpeg_reader *reader);

// The samples that a JPEG is written from: rows of RGB, rows of RGBA whose alpha is skipped, or planes of YCbCr.
typedef enum { JPEG_FROM_RGB, JPEG_FROM_RGBA, JPEG_FROM_PLANES } jpeg_samples;

// A JPEG that is to be written.
typedef struct {
    uint32_t width;
    uint32_t height;
    jpeg_samples samples;
    // 1 to 100.
    int quality;
    // The ICC profile to write, or NULL.
    const uint8_t *profile;
    size_t profile_size;
} jpeg_picture;

// Writes a baseline JFIF file with 4:2:0 chroma and the profile, if any. What is cancelled fails.
typedef struct jpeg_writer jpeg_writer;
jpeg_writer *jpeg_writer_create(codec_cancellation cancellation);
// Writes all that comes before the samples. The profile is not looked at any more after this.
bool jpeg_writer_start(jpeg_writer *writer, const jpeg_picture *picture);
// Writes the next `count` rows, `stride` bytes apart.
bool jpeg_writer_write_rows(jpeg_writer *writer, const uint8_t *rows, size_t stride, uint32_t count);
// Writes the next 16 rows from as many of luma and half as many of each chroma, all up to a multiple of 16 columns of the picture.
// The last of them may lie beyond it.
bool jpeg_writer_write_planes(jpeg_writer *writer, uint8_t **luma, uint8_t **blue, uint8_t **red);
// Hands over the file after its last row.
bool jpeg_writer_finish(jpeg_writer *writer, codec_output *output);
const char *jpeg_writer_message(const jpeg_writer *writer);
void jpeg_writer_destroy(jpeg_writer *writer);

// Writes coefficients as a baseline JFIF file with their own steps, the profile if it is not NULL, and nothing else. `estimate`
// is the size that the file is likely to have. NULL without memory, for units of more than 10 blocks, or a profile
// of more than 65 519 bytes.
typedef struct coefficient_writer coefficient_writer;
coefficient_writer *coefficient_writer_create(uint32_t width, uint32_t height, const jpeg_component components[3],
                                              const uint8_t *profile, size_t profile_size, size_t estimate,
                                              codec_cancellation cancellation);
typedef enum {
    COEFFICIENTS_WRITTEN,
    COEFFICIENTS_BEYOND_BASELINE,
    COEFFICIENTS_OUT_OF_MEMORY,
    COEFFICIENTS_CANCELLED,
} coefficients_outcome;
// Writes the next `row_count` rows of minimum coded units, asking before each whether it is cancelled. Beyond what baseline can
// hold, there is no file.
coefficients_outcome coefficient_writer_write(coefficient_writer *writer, uint32_t row_count);
// Hands over the file after its last row; false without memory.
bool coefficient_writer_finish(coefficient_writer *writer, codec_output *output);
void coefficient_writer_destroy(coefficient_writer *writer);

// Inflates a zlib stream until it ends, is damaged, has filled `capacity` bytes or is cancelled. Returns the bytes written.
size_t zlib_inflate(
    const uint8_t *bytes, size_t size, uint8_t *target, size_t capacity, codec_cancellation cancellation
);

#endif
