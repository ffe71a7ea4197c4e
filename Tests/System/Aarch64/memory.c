// Secure memory, and the extents of a region, by a random order of taking and giving: prints where each was.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

#include "extents.h"
#include "inputs.h"
#include "secure_memory.h"

enum { STEPS = 20000, KEPT = 64 };

static void use_extents(void) {
    static extents all;
    extent kept[KEPT] = {0};
    if (!extents_give(&all, (extent){0, 1 << 20})) abort();
    for (int step = 0; step < STEPS; step++) {
        extent *one = &kept[random_in(0, KEPT - 1)];
        if (one->size > 0) {
            if (!extents_give(&all, *one)) abort();
            one->size = 0;
        } else {
            size_t size = 64 * (size_t)random_in(1, 1000), offset = extents_take(&all, size);
            if (offset != EXTENTS_NONE) *one = (extent){offset, size};
            printf("extent %d %zu\n", step, offset);
        }
    }
}

// Blocks hold nothing of their last user, who says how much was written. They lie in a region, so that no kernel places them.
static void use_blocks(void) {
    struct {
        uint8_t *bytes;
        size_t size;
    } kept[KEPT] = {0};
    const size_t room = 256 << 20;
    void *base = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED || !secure_memory_use_region(base, room, room)) abort();
    secure_memory_set_idle_limit(4 << 20);
    for (int step = 0; step < STEPS / 10; step++) {
        int i = random_in(0, KEPT - 1);
        if (kept[i].bytes != NULL) {
            secure_memory_release(kept[i].bytes, kept[i].size, 1000);
            kept[i].bytes = NULL;
            printf("idle %d %zu\n", step, secure_memory_idle());
            continue;
        }
        kept[i].size = (size_t)random_in(SECURE_MEMORY_SMALLEST_BLOCK, 400000);
        kept[i].bytes = secure_memory_take(kept[i].size);
        if (kept[i].bytes == NULL || (uintptr_t)kept[i].bytes % SECURE_MEMORY_ALIGNMENT != 0) abort();
        for (size_t j = 0; j < kept[i].size; j++) {
            if (kept[i].bytes[j] != 0) abort();
        }
        fill_random(kept[i].bytes, 1000);
        printf("block %d %td\n", step, secure_memory_region_offset(kept[i].bytes));
    }
}

int main(void) {
    use_extents();
    use_blocks();
    return 0;
}
