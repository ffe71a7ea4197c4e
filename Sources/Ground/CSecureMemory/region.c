#define _GNU_SOURCE
#include "region.h"

#include <sys/mman.h>

void region_open(region *region, void *base, size_t size, size_t limit) {
    region->base = base;
    region->size = size;
    region->limit = limit;
    region->free = (extents){0};
    if (size > 0) (void)extents_give(&region->free, (extent){0, size});
}

bool region_contains(const region *region, const void *memory) {
    uintptr_t address = (uintptr_t)memory;
    uintptr_t base = (uintptr_t)region->base;
    return address >= base && address - base < region->size;
}

size_t region_taken(const region *region) { return region->size - region->free.size; }

void *region_take(region *region, size_t size) {
    if (size > region->limit - region_taken(region)) return NULL;
    size_t offset = extents_take(&region->free, size);
    return offset == EXTENTS_NONE ? NULL : region->base + offset;
}

void region_give(region *region, void *memory, size_t size) {
    // Unmapping would leave the pages in the file. Where they cannot be removed they stay, wiped, for what is carved next.
    (void)madvise(memory, size, MADV_REMOVE);
    (void)extents_give(&region->free, (extent){(size_t)((uint8_t *)memory - region->base), size});
}
