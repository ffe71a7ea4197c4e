#include "jpeg_source.h"

#include "jpeg_error.h"

#include <jerror.h>

// While it has 512 bytes for each block of the minimum coded unit that comes next, libjpeg-turbo reads baseline data by a
// routine that takes a code of no symbol for a zero, without a word. The other routine reports it.
static const size_t window_size = 8 * DCTSIZE2 - 1;

static void hand_over_nothing(j_decompress_ptr decoder) {
    (void)decoder;
}

static boolean hand_over_window(j_decompress_ptr decoder) {
    jpeg_source *source = (jpeg_source *)decoder->src;
    jpeg_check_wanted((j_common_ptr)decoder);
    if (source->rest_size == 0) ERREXIT(decoder, JERR_INPUT_EOF);
    size_t size = source->rest_size < window_size ? source->rest_size : window_size;
    source->manager.next_input_byte = source->rest;
    source->manager.bytes_in_buffer = size;
    source->rest += size;
    source->rest_size -= size;
    return TRUE;
}

static void skip(j_decompress_ptr decoder, long count) {
    jpeg_source *source = (jpeg_source *)decoder->src;
    struct jpeg_source_mgr *manager = &source->manager;
    size_t size = count > 0 ? (size_t)count : 0;
    if (size <= manager->bytes_in_buffer) {
        manager->next_input_byte += size;
        manager->bytes_in_buffer -= size;
        return;
    }
    size -= manager->bytes_in_buffer;
    manager->bytes_in_buffer = 0;
    if (size > source->rest_size) size = source->rest_size;
    source->rest += size;
    source->rest_size -= size;
}

void jpeg_source_install(jpeg_source *source, j_decompress_ptr decoder, const uint8_t *bytes, size_t size) {
    *source = (jpeg_source){.rest = bytes, .rest_size = size};
    source->manager.init_source = hand_over_nothing;
    source->manager.fill_input_buffer = hand_over_window;
    source->manager.skip_input_data = skip;
    source->manager.resync_to_restart = jpeg_resync_to_restart;
    source->manager.term_source = hand_over_nothing;
    decoder->src = &source->manager;
}
