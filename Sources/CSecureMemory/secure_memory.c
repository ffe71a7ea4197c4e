#define _GNU_SOURCE
#include "secure_memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER 1
#endif
#endif

// Bytes from which on memory is a block. Page tables and rounding cost little then, and few things are so large.
static const size_t smallest_block = 64 << 10;

static bool is_block(size_t size) {
#if defined(HAS_ADDRESS_SANITIZER)
    // The sanitizer watches the ends of what it allocates by itself.
    (void)size;
    return false;
#else
    return size >= smallest_block;
#endif
}

// The size of the block for `size` bytes. There are four to a power of two, so that pictures of about a size share them; what
// is too much is never touched, and takes no memory.
static size_t block_size(size_t size) {
    size_t step = (size_t)1 << (61 - __builtin_clzll(size));
    return (size + step - 1) & ~(step - 1);
}

void *secure_memory_take(size_t size) {
    if (size > SIZE_MAX / 4) return NULL;
    if (is_block(size)) return block_take(block_size(size));
    void *memory = NULL;
    if (posix_memalign(&memory, SECURE_MEMORY_ALIGNMENT, size > 0 ? size : 1) != 0) return NULL;
    return memory;
}

void secure_memory_release(void *memory, size_t size, size_t written) {
    if (memory == NULL) return;
    explicit_bzero(memory, written);
    if (is_block(size)) {
        block_release((block){memory, block_size(size)});
    } else {
        free(memory);
    }
}
