// Memory for what must not outlast its use: wiped before it is given back.
//
// Large memory comes in blocks that are mapped one by one. Released, they are kept for the next use of a block of
// their size, up to a bound: mapping a picture anew costs as much as working on it, and pictures that are put into the C
// library's heap leave holes there that nothing fits. Small memory is the C library's. All functions may be called on any
// thread.
#ifndef SECURE_MEMORY_H
#define SECURE_MEMORY_H

#include <stddef.h>

// What all memory from here is aligned to: a cache line, and the widest vector register there is.
#define SECURE_MEMORY_ALIGNMENT 64

// Takes `size` bytes, uninitialised. NULL if there are none.
void *secure_memory_take(size_t size);

// Wipes the first `written` of the `size` bytes that were taken, and gives all back. NULL is left alone.
void secure_memory_release(void *memory, size_t size, size_t written);

// The most bytes of blocks that are kept while nobody uses them: 64 MiB unless it is set.
size_t secure_memory_idle_limit(void);

// Sets that bound, and gives back what is beyond it, the blocks that have been idle for the longest first.
void secure_memory_set_idle_limit(size_t byte_count);

// Bytes of blocks that are kept at the moment.
size_t secure_memory_idle(void);

#endif
