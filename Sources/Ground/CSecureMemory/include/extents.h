// Parts of a range of addresses: a list of extents in address order, of which neighbours are joined.
//
// Nothing here touches the memory itself, and nothing locks.
#ifndef EXTENTS_H
#define EXTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The most extents of a list.
#define EXTENTS_CAPACITY 4096

// What `extents_take` says if there is no room.
#define EXTENTS_NONE SIZE_MAX

typedef struct {
    size_t offset;
    size_t size;
} extent;

// Empty if it is all zeros.
typedef struct {
    extent list[EXTENTS_CAPACITY];
    size_t count;
    // Bytes of all extents.
    size_t size;
} extents;

// Takes `size` bytes, more than 0, off the beginning of the first extent that has as many; where they begin, or EXTENTS_NONE.
size_t extents_take(extents *extents, size_t size);

// Takes up to `most` bytes, more than 0, off the end of the last extent; of size 0 if there is none.
extent extents_take_last(extents *extents, size_t most);

// Adds an extent that is not in the list, not even in part; false if it has no room.
bool extents_give(extents *extents, extent given);

#endif
