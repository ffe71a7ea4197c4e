#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "image_codecs.h"
#include "png_memory.h"

struct png_reader {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t size;
    size_t offset;
    codec_cancellation cancellation;
    // Rows that have not been inflated, over all passes.
    uint64_t rows_left;
    // Rows of the caller that were written to.
    uint32_t written_rows;
    // Where the last chunk of image data ends.
    size_t image_end;
    // Bytes of a decoded row, as the header promised it.
    size_t row_size;
    bool keeps_16_bits;
    bool out_of_memory;
    char message[CODEC_MESSAGE_SIZE];
};

static void fail(png_structp png, png_const_charp message) {
    png_reader *reader = png_get_error_ptr(png);
    strncpy(reader->message, message, CODEC_MESSAGE_SIZE - 1);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

// Bytes of image data that libpng reads at a time, between two questions. They may inflate to a thousand times as many.
#define PIECE_SIZE 1024

// Bytes that the image data may go on for when all rows are there, other than those that libpng has read: the end of the
// stream takes no more than a few, but they may be spread over chunks and empty blocks.
#define MAXIMUM_TAIL 1024

static void ask(png_reader *reader) {
    if (reader->cancellation.is_cancelled(reader->cancellation.context)) png_error(reader->png, "cancelled");
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    png_reader *reader = png_get_io_ptr(png);
    ask(reader);
    if (count > reader->size - reader->offset) png_error(png, "the file ends early");
    memcpy(target, reader->bytes + reader->offset, count);
    reader->offset += count;
}

// Chunks that libpng does not parse: it would refuse a whole picture over a malformed hint. Their checksum is still
// checked.
static const png_byte skipped_chunks[] =
    "bKGD\0cHRM\0cICP\0cLLI\0gAMA\0hIST\0iCCP\0iTXt\0mDCV\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0tEXt\0tIME\0zTXt";

// Kept as it is, as it may stand after the pixels.
static const png_byte kept_chunk[] = "eXIf";

static void find_exif(const png_reader *reader, codec_header *header) {
    png_unknown_chunkp chunks = NULL;
    int count = png_get_unknown_chunks(reader->png, reader->info, &chunks);
    for (int i = 0; i < count; i++) {
        if (memcmp(chunks[i].name, kept_chunk, sizeof kept_chunk) != 0) continue;
        header->exif = chunks[i].data;
        header->exif_size = chunks[i].size;
        return;
    }
}

png_reader *png_reader_create(const uint8_t *bytes, size_t size, codec_cancellation cancellation) {
    png_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    reader->bytes = bytes;
    reader->size = size;
    reader->cancellation = cancellation;
    reader->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reader, fail, ignore_warning,
                                           &reader->out_of_memory, png_wiped_malloc, png_wiped_free);
    reader->info = reader->png == NULL ? NULL : png_create_info_struct(reader->png);
    if (reader->info == NULL) {
        png_reader_destroy(reader);
        return NULL;
    }
    return reader;
}

bool png_reader_read_header(png_reader *reader, codec_header *header) {
    png_structp png = reader->png;
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_read_fn(png, reader, read_bytes);
    png_set_benign_errors(png, 0);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(png, 4 << 20);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, skipped_chunks, sizeof skipped_chunks / 5);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, kept_chunk, 1);
    png_set_compression_buffer_size(png, PIECE_SIZE);
    static const uint8_t first_chunk[] = {'I', 'H', 'D', 'R'};
    // libpng passes over what it is told to skip even there.
    if (reader->size < 16 || memcmp(reader->bytes + 12, first_chunk, sizeof first_chunk) != 0)
        png_error(png, "the first chunk is not IHDR");
    png_read_info(png, reader->info);

    memset(header, 0, sizeof *header);
    header->width = png_get_image_width(png, reader->info);
    header->height = png_get_image_height(png, reader->info);
    bool alpha = (png_get_color_type(png, reader->info) & PNG_COLOR_MASK_ALPHA) != 0 ||
                 png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
    header->channels = alpha ? 4 : 3;
    header->grey = (png_get_color_type(png, reader->info) & PNG_COLOR_MASK_COLOR) == 0;
    header->depth = png_get_bit_depth(png, reader->info);
    reader->row_size = (size_t)header->width * header->channels;
    return true;
}

void png_reader_keep_16_bits(png_reader *reader) {
    reader->row_size *= 2;
    reader->keeps_16_bits = true;
}

// Called for each row that was inflated, before libpng looks whether it was the last. It would inflate whatever follows.
static void count_row(png_structp png, png_row_infop row, png_bytep samples) {
    (void)row;
    (void)samples;
    png_reader *reader = png_get_io_ptr(png);
    reader->rows_left--;
    if (reader->rows_left > 0 || reader->image_end <= reader->offset) return;
    if (reader->image_end - reader->offset > MAXIMUM_TAIL) png_error(png, "the image data goes on after the last row");
}

// Counts the rows of all passes; returns the bytes that they are inflated to, each with its filter type.
static uint64_t count_rows(png_reader *reader, int passes) {
    png_uint_32 width = png_get_image_width(reader->png, reader->info);
    png_uint_32 height = png_get_image_height(reader->png, reader->info);
    uint64_t bits = (uint64_t)png_get_channels(reader->png, reader->info) *
                    png_get_bit_depth(reader->png, reader->info);
    uint64_t size = 0;
    reader->rows_left = 0;
    for (int pass = 0; pass < passes; pass++) {
        uint64_t columns = passes == 1 ? width : PNG_PASS_COLS(width, pass);
        uint64_t rows = passes == 1 ? height : PNG_PASS_ROWS(height, pass);
        if (columns == 0) continue;
        reader->rows_left += rows;
        size += rows * (1 + (columns * bits + 7) / 8);
    }
    return size;
}

static uint32_t read_integer(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// Finds the end of the image data, which is in chunks that stand one after the other; returns the bytes in them.
static uint64_t find_image_data(png_reader *reader) {
    static const uint8_t image_data[] = {'I', 'D', 'A', 'T'};
    uint64_t size = 0;
    reader->image_end = 0;
    for (size_t offset = 8; reader->size - offset >= 12;) {
        uint32_t length = read_integer(reader->bytes + offset);
        if (length > reader->size - offset - 12) break;
        if (memcmp(reader->bytes + offset + 4, image_data, sizeof image_data) == 0) {
            size += length;
            reader->image_end = offset + 12 + length;
        } else if (reader->image_end > 0) {
            break;
        }
        offset += (size_t)length + 12;
    }
    return size;
}

bool png_reader_read_pixels(png_reader *reader, uint8_t *pixels, size_t stride) {
    png_structp png = reader->png;
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_expand(png);
    if (reader->keeps_16_bits) {
        png_set_expand_16(png);
        // All machines that this runs on have the low byte first.
        png_set_swap(png);
    } else {
        // Not scaled: rounding would let the low bytes, which nobody sees, show in the last bit.
        png_set_strip_16(png);
    }
    png_set_gray_to_rgb(png);
    int passes = png_set_interlace_handling(png);
    // No code that compressors have makes the rows longer than they are by more than an eighth.
    uint64_t row_size = count_rows(reader, passes);
    if (find_image_data(reader) > row_size + row_size / 4 + 65536)
        png_error(png, "there is more image data than the rows can take");
    png_set_read_user_transform_fn(png, count_row);
    png_read_update_info(png, reader->info);
    if (png_get_rowbytes(png, reader->info) != reader->row_size) png_error(png, "a row is not as long as expected");
    png_uint_32 height = png_get_image_height(png, reader->info);
    for (int pass = 0; pass < passes; pass++) {
        for (png_uint_32 y = 0; y < height; y++) {
            ask(reader);
            if (pass == 0) reader->written_rows = y + 1;
            png_read_row(png, pixels + (size_t)y * stride, NULL);
        }
    }
    return true;
}

uint32_t png_reader_written_rows(const png_reader *reader) {
    return reader->written_rows;
}

bool png_reader_finish(png_reader *reader, codec_header *header) {
    if (setjmp(png_jmpbuf(reader->png))) return false;
    // With the same `info`, so that what stands after the pixels is held against what stood before them.
    png_read_end(reader->png, reader->info);
    // libpng only warns where it had no memory for a chunk that it was told to keep. Without its orientation a picture
    // would be covered in the wrong places.
    if (reader->out_of_memory) png_error(reader->png, "out of memory");
    find_exif(reader, header);
    return true;
}

bool png_reader_is_out_of_memory(const png_reader *reader) {
    return reader->out_of_memory;
}

const char *png_reader_message(const png_reader *reader) {
    return reader->message;
}

void png_reader_destroy(png_reader *reader) {
    if (reader == NULL) return;
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}
