#define _GNU_SOURCE
#include "region.h"

#include <sys/mman.h>

void region_open(region *region, void *base, size_t size, size_t limit) {
    region->base = base;
    region->size = size;
    region->limit = limit;
    region->taken = 0;
    extents_open(&region->extents, size);
}

bool region_contains(const region *region, const void *memory) {
    uintptr_t address = (uintptr_t)memory;
    uintptr_t base = (uintptr_t)region->base;
    return address >= base && address - base < region->size;
}

void *region_take(region *region, size_t size) {
    if (size > region->limit - region->taken) return NULL;
    size_t offset = extents_take(&region->extents, size);
    if (offset == EXTENTS_NONE) return NULL;
    region->taken += size;
    return region->base + offset;
}

void region_give(region *region, void *memory, size_t size) {
    // Unmapping would leave the pages in the file. Where they cannot be removed they stay, wiped, for what is carved next.
    (void)madvise(memory, size, MADV_REMOVE);
    extents_give(&region->extents, (extent){(size_t)((uint8_t *)memory - region->base), size});
    region->taken -= size;
}
