// The memory of libwebp: wiped when it is freed, and bounded as all memory for pixels is.
//
// libwebp has no hooks for it. It takes all of its memory by these three functions, which it exports and calls by name, so
// that those of the program come before its own.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <secure_memory.h>

void *WebPSafeMalloc(uint64_t count, size_t size);
void *WebPSafeCalloc(uint64_t count, size_t size);
void WebPSafeFree(void *memory);

// What stands before the bytes that are handed out, which keep the alignment.
typedef union {
    // Bytes that were taken, this header included.
    size_t size;
    uint8_t alignment[SECURE_MEMORY_ALIGNMENT];
} header;

// More than a picture with the longest edges of WebP takes anywhere.
static const uint64_t largest = UINT64_C(1) << 34;

void *WebPSafeMalloc(uint64_t count, size_t size) {
    if (size > 0 && count > largest / size) return NULL;
    size_t needed = (size_t)count * size + sizeof(header);
    header *block = secure_memory_take(needed);
    if (block == NULL) return NULL;
    block->size = needed;
    return block + 1;
}

void *WebPSafeCalloc(uint64_t count, size_t size) {
    void *memory = WebPSafeMalloc(count, size);
    if (memory != NULL) memset(memory, 0, (size_t)count * size);
    return memory;
}

void WebPSafeFree(void *memory) {
    if (memory == NULL) return;
    header *block = (header *)memory - 1;
    secure_memory_release(block, block->size, block->size);
}
