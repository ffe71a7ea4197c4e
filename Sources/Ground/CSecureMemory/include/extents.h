// Which parts of a range of addresses are free: a list of extents in address order, of which neighbours are joined.
//
// Nothing here touches the memory itself, and nothing locks.
#ifndef EXTENTS_H
#define EXTENTS_H

#include <stddef.h>
#include <stdint.h>

// The most extents that are free at a time, and one more than can be taken at a time: n of them part what is free into no
// more than n + 1, so that what is given back always has room on the list.
#define EXTENTS_CAPACITY 4096

// What `extents_take` says if there is no room.
#define EXTENTS_NONE SIZE_MAX

typedef struct {
    size_t offset;
    size_t size;
} extent;

typedef struct {
    extent free[EXTENTS_CAPACITY];
    size_t free_count;
    size_t taken_count;
} extents;

// Makes `size` bytes from 0 free.
void extents_open(extents *extents, size_t size);

// Takes `size` bytes, more than 0, of the first free extent that has as many; where they begin, or EXTENTS_NONE.
size_t extents_take(extents *extents, size_t size);

// Makes what was taken free again, whole.
void extents_give(extents *extents, extent taken);

#endif
