// Memory for what must not outlast its use: wiped before it is given back.
//
// Large memory comes in blocks that are mapped one by one, or carved out of a region. Released, they are kept for the next blocks, which are
// cut from them whatever their size, up to a bound: mapping a picture anew costs as much as working on it, and pictures that are put into
// the C library's heap leave holes there that nothing fits. Small memory is the C library's. All functions may be called on any
// thread.
#ifndef SECURE_MEMORY_H
#define SECURE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

// What all memory from here is aligned to: a cache line, and the widest vector register there is.
#define SECURE_MEMORY_ALIGNMENT 64

// From this size on memory comes in blocks: page tables and rounding cost little, and few things are so large.
#define SECURE_MEMORY_SMALLEST_BLOCK (64 << 10)

// Up to this size blocks are kept once they are released: the pixels of a large screen.
#define SECURE_MEMORY_LARGEST_KEPT (48 << 20)

// Whether a program with this module has a `free` and a `realloc` of its own, which wipe what they release. A sanitizer has others.
#if defined(__GLIBC__)
#define SECURE_MEMORY_HAS_OWN_FREE 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#undef SECURE_MEMORY_HAS_OWN_FREE
#endif
#endif

#if SECURE_MEMORY_HAS_OWN_FREE
// Does what `free` does, and wipes the memory before.
void secure_memory_free(void *memory);

// Does what `realloc` does, and wipes what it leaves behind.
void *secure_memory_reallocate(void *memory, size_t size);
#endif

// Takes `size` bytes, uninitialised. NULL if there are none.
void *secure_memory_take(size_t size);

// Wipes the first `written` of the `size` bytes that were taken, and gives all back. NULL is left alone.
void secure_memory_release(void *memory, size_t size, size_t written);

// Wipes `count` of the `size` bytes that were taken, from `offset` on, which nobody reads or writes any more, and gives their pages
// back before the rest. False, and nothing is done, if it is no block, or one that is kept once it is released: pages that are there cost
// less than new ones.
bool secure_memory_discard(void *memory, size_t size, size_t offset, size_t count);

// Maps `size` bytes, whole pages, for memory that is touched all over soon: on large pages where the system has some, because mapping
// page by page takes as long as much of the work. They are zero, belong to no region, and are not kept for later. NULL if there are none.
void *secure_memory_map(size_t size);

// Wipes the first `written` of the `size` bytes that were mapped, and unmaps all.
void secure_memory_unmap(void *memory, size_t size, size_t written);

// The most bytes of memory that is kept while nobody uses it: 64 MiB unless it is set.
size_t secure_memory_idle_limit(void);

// Sets that bound, and gives back what is beyond it, the highest addresses first: blocks are cut from the lowest.
void secure_memory_set_idle_limit(size_t byte_count);

// Bytes that are kept at the moment.
size_t secure_memory_idle(void);

// Has blocks carved out of the `size` bytes from `base`, whole pages that nobody else uses, from now on: a shared mapping that
// another process reads, of which pages that were never touched cost nothing. Where there is no room, there is no memory.
// A NULL `base` ends it. Whether it could be done: not while blocks of the region before are in use.
//
// At most `limit` bytes are taken at a time, in at most some 4000 blocks. What is idle counts, and makes way before memory is refused.
bool secure_memory_use_region(void *base, size_t size, size_t limit);

// Takes a block of the region, however small and whatever a sanitizer would have: `size` is at least that of the smallest
// block. NULL if there is no region or no room.
void *secure_memory_take_in_region(size_t size);

// How far into the region `memory` lies; -1 if it is elsewhere.
ptrdiff_t secure_memory_region_offset(const void *memory);

#ifdef __cplusplus
}
#endif

#endif
