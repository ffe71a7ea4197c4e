// One large mapping that blocks are carved out of, for memory that another process reads where it lies.
//
// Nothing here locks.
#ifndef REGION_H
#define REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "extents.h"

typedef struct {
    uint8_t *base;
    size_t size;
    // The most bytes that may be taken at a time.
    size_t limit;
    // What is not taken, by its offset.
    extents free;
} region;

// Makes the `size` bytes from `base` a region with nothing taken.
void region_open(region *region, void *base, size_t size, size_t limit);

// Whether `memory` lies in the region.
bool region_contains(const region *region, const void *memory);

// The number of bytes that are taken.
size_t region_taken(const region *region);

// Takes `size` bytes, which are whole pages. NULL if there is no room, or they would be more than the limit.
void *region_take(region *region, size_t size);

// Gives back what was taken, or a part of it, which has been wiped, and its pages to the kernel. What is taken is never in more pieces than
// a list of extents has room for, less one.
void region_give(region *region, void *memory, size_t size);

#endif
