#define _GNU_SOURCE
#include "secure_memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "blocks.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER 1
#endif
#endif

static bool is_block(size_t size) {
#if defined(HAS_ADDRESS_SANITIZER)
    // The sanitizer watches the ends of what it allocates by itself.
    (void)size;
    return false;
#else
    return size >= SECURE_MEMORY_SMALLEST_BLOCK;
#endif
}

// Whether memory that was taken is a block.
static bool was_block(const void *memory, size_t size) {
#if defined(HAS_ADDRESS_SANITIZER)
    (void)size;
    return secure_memory_region_offset(memory) >= 0;
#else
    (void)memory;
    return is_block(size);
#endif
}

void *secure_memory_take(size_t size) {
    if (size > SIZE_MAX / 4) return NULL;
    if (is_block(size)) return block_take(block_size(size));
    void *memory = NULL;
    if (posix_memalign(&memory, SECURE_MEMORY_ALIGNMENT, size > 0 ? size : 1) != 0) return NULL;
    return memory;
}

void *secure_memory_take_in_region(size_t size) {
    if (size > SIZE_MAX / 4 || size < SECURE_MEMORY_SMALLEST_BLOCK || !block_has_region()) return NULL;
    return block_take(block_size(size));
}

// Wipes what is in memory of the first `written` bytes of a block that is about to be unmapped. Pages that were never touched, of
// which work that is called off leaves many, would only be mapped to be wiped; one that is swapped out is not wiped by writing.
static void wipe_resident(uint8_t *memory, size_t written) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char is_resident[1024];
    const size_t step = sizeof is_resident * page;
    for (size_t start = 0; start < written; start += step) {
        size_t count = written - start < step ? written - start : step;
        if (mincore(memory + start, count, is_resident) != 0) {
            explicit_bzero(memory + start, count);
            continue;
        }
        size_t first = 0;
        for (size_t end = 0; end < count; first = end) {
            bool wipes = is_resident[first / page] & 1;
            while (end < count && (is_resident[end / page] & 1) == wipes) end += page;
            if (end > count) end = count;
            if (wipes) explicit_bzero(memory + start + first, end - first);
        }
    }
}

void secure_memory_release(void *memory, size_t size, size_t written) {
    if (memory == NULL) return;
    const bool came_as_block = was_block(memory, size);
    if (came_as_block && !block_is_kept(block_size(size))) {
        wipe_resident(memory, written);
    } else {
        explicit_bzero(memory, written);
    }
    if (came_as_block) {
        block_release((block){memory, block_size(size)});
    } else {
        free(memory);
    }
}

bool secure_memory_discard(void *memory, size_t size, size_t offset, size_t count) {
    if (!was_block(memory, size) || block_is_kept(block_size(size))) return false;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uint8_t *first = (uint8_t *)memory + offset;
    explicit_bzero(first, count);
    uint8_t *begin = (uint8_t *)(((uintptr_t)first + page - 1) & ~(page - 1));
    uint8_t *end = (uint8_t *)((uintptr_t)(first + count) & ~(page - 1));
    // Unmapping pages of a region would leave them in its file.
    const int advice = secure_memory_region_offset(memory) >= 0 ? MADV_REMOVE : MADV_DONTNEED;
    if (begin < end) (void)madvise(begin, (size_t)(end - begin), advice);
    return true;
}

void *secure_memory_map(size_t size) {
    const size_t large_page = 2 << 20;
    if (size > SIZE_MAX / 4) return NULL;
    // Room to begin where a large page does.
    uint8_t *mapped = mmap(NULL, size + large_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return NULL;
    const size_t before = -(uintptr_t)mapped & (large_page - 1);
    if (before > 0) munmap(mapped, before);
    munmap(mapped + before + size, large_page - before);
    (void)madvise(mapped + before, size, MADV_HUGEPAGE);
    return mapped + before;
}

void secure_memory_unmap(void *memory, size_t size, size_t written) {
    explicit_bzero(memory, written);
    munmap(memory, size);
}
