// Mapped blocks of memory, or blocks that are carved out of one mapping, and the memory of those that were released.
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    void *memory;
    size_t size;
} block;

// A block of `size` bytes, a multiple of SECURE_MEMORY_SMALLEST_BLOCK, in memory that was kept or is new; NULL if there is none.
void *block_take(size_t size);

// Keeps the memory of a block from `block_take`, which was wiped, for later blocks, or unmaps it.
void block_release(block released);

// Unmaps a block from `block_take`, or gives it back to the region. Nobody finds in it what it held: the kernel clears pages before it gives them away.
void block_unmap(block released);

// Whether blocks are carved out of a region.
bool block_has_region(void);

#endif
