#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "image_codecs.h"
#include "output.h"

static voidpf wiped_alloc(voidpf opaque, uInt items, uInt size) {
    (void)opaque;
    return calloc(items, size);
}

static void wiped_free(voidpf opaque, voidpf memory) {
    (void)opaque;
    wipe_and_free(memory, memory == NULL ? 0 : malloc_usable_size(memory));
}

// Bytes of the stream between two questions: some milliseconds even if all of them are blocks with nothing in them.
#define PIECE_SIZE 16384u

size_t zlib_inflate(
    const uint8_t *bytes, size_t size, uint8_t *target, size_t capacity, codec_cancellation cancellation
) {
    if (size > UINT32_MAX || capacity > UINT32_MAX) return 0;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.zalloc = wiped_alloc;
    stream.zfree = wiped_free;
    stream.next_in = (z_const Bytef *)bytes;
    if (inflateInit(&stream) != Z_OK) return 0;
    stream.next_out = target;
    stream.avail_out = (uInt)capacity;
    int result = Z_OK;
    while (result == Z_OK && size > 0 && stream.avail_out > 0 && !cancellation.is_cancelled(cancellation.context)) {
        stream.avail_in = size < PIECE_SIZE ? (uInt)size : PIECE_SIZE;
        size -= stream.avail_in;
        result = inflate(&stream, Z_NO_FLUSH);
    }
    size_t written = capacity - stream.avail_out;
    inflateEnd(&stream);
    return written;
}
