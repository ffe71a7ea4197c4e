// Mapped blocks of memory, or blocks that are carved out of one mapping, and the memory of those that were released.
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    void *memory;
    size_t size;
} block;

// The size of the block for `size` bytes: a multiple of the smallest, so that what is left of idle memory is of use, and whole pages.
size_t block_size(size_t size);

// A block of `size` bytes, as of `block_size`, in memory that was kept or is new; NULL if there is none.
void *block_take(size_t size);

// Keeps the memory of a block from `block_take`, which was wiped, for later blocks; beyond the idle limit it goes back to the region, or is
// unmapped.
void block_release(block released);

// Whether a released block of `size` bytes is kept: the largest would leave no room for others.
bool block_is_kept(size_t size);

// Whether blocks are carved out of a region.
bool block_has_region(void);

#endif
