// Anonymous memory that is shared with other processes by descriptor.
#ifndef SHARED_MEMORY_H
#define SHARED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

// Makes a file of `size` bytes in memory, all of them zeros that take no room yet. Its descriptor, or -1 with `errno`.
int shared_memory_create(size_t size);

// Seals a file from `shared_memory_create` for good: its size, and, unless `may_be_written`, its bytes, but for those who have
// mapped it already. Whether that could be done; `errno` says why not.
bool shared_memory_seal(int file, bool may_be_written);

typedef enum {
    shared_memory_fits,
    // Not a file in memory that knows seals.
    shared_memory_is_no_memory,
    // Somebody could shrink the file, and touching what was mapped of it would be a fault.
    shared_memory_may_shrink,
    shared_memory_is_too_small,
} shared_memory_fitness;

// Whether `size` bytes of a file from somebody else can be mapped without risk.
shared_memory_fitness shared_memory_check(int file, size_t size);

// Maps the first `size` bytes of a file; NULL with `errno` if they cannot be.
void *shared_memory_map(int file, size_t size, bool writable);

// Bytes of a file that take room, the kernel's rounding included.
size_t shared_memory_resident(int file);

#endif
