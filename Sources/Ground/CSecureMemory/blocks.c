#define _GNU_SOURCE
#include "blocks.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/mman.h>

#include "region.h"
#include "secure_memory.h"

// Guards all below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// Memory that nobody uses, by its address: neighbours are joined, and blocks are cut from the first that has room, so that the caches
// and the pages of one use serve the next, whatever the size of either.
static extents idle;
static size_t idle_limit = 64 << 20;
// What new blocks are carved out of; NULL if each is a mapping of its own.
static region *current;
static region installed;
// Blocks of the region in use.
static size_t carved_count;

// Whether the region has room for a piece more on its list: what is free lies between blocks and idle memory. Called under the lock.
static bool has_room_for_piece(void) { return current == NULL || carved_count + idle.count < EXTENTS_CAPACITY - 1; }

static block block_of(extent memory) { return (block){(void *)memory.offset, memory.size}; }

static extent extent_of(block memory) { return (extent){(size_t)memory.memory, memory.size}; }

static bool is_carved(const void *memory) { return current != NULL && region_contains(current, memory); }

size_t block_size(size_t size) {
    const size_t step = SECURE_MEMORY_SMALLEST_BLOCK;
    return (size + step - 1) / step * step;
}

// Gives memory back to the region, or to the kernel. Called under the lock: what is on its way back to the region would be missed by
// others. Unmapping takes long, and others have the lock meanwhile.
static void give_back(block released) {
    if (is_carved(released.memory)) {
        region_give(current, released.memory, released.size);
        return;
    }
    pthread_mutex_unlock(&lock);
    // Where a process has too many mappings to part one, its pages go, and the addresses are lost.
    if (munmap(released.memory, released.size) != 0) (void)madvise(released.memory, released.size, MADV_DONTNEED);
    pthread_mutex_lock(&lock);
}

// Gives back idle memory, from the highest address on, until there is no more than `most`. Called under the lock, as `give_back`.
static void trim(size_t most) {
    while (idle.size > most) give_back(block_of(extents_take_last(&idle, block_size(idle.size - most))));
}

// A new block of the region; NULL if there is no room. What is idle makes way, but not where that is no help. Called under the lock.
static void *carve(size_t size) {
    const size_t used = region_taken(current) - idle.size;
    if (size > current->limit - used) return NULL;
    void *memory = NULL;
    while (memory == NULL) {
        if (has_room_for_piece()) memory = region_take(current, size);
        if (memory != NULL || idle.count == 0) break;
        give_back(block_of(extents_take_last(&idle, SIZE_MAX)));
    }
    return memory;
}

// Idle memory; NULL if there is none in one piece. Called under the lock.
static void *take_idle(size_t size) {
    const size_t address = has_room_for_piece() ? extents_take(&idle, size) : EXTENTS_NONE;
    return address == EXTENTS_NONE ? NULL : (void *)address;
}

void *block_take(size_t size) {
    pthread_mutex_lock(&lock);
    const bool has_region = current != NULL;
    void *memory = take_idle(size);
    if (memory == NULL && has_region) memory = carve(size);
    if (memory != NULL && has_region) carved_count++;
    pthread_mutex_unlock(&lock);
    if (memory != NULL || has_region) return memory;
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

// The size of the largest block that is kept. Called under the lock.
static size_t largest_kept(void) { return idle_limit < SECURE_MEMORY_LARGEST_KEPT ? idle_limit : SECURE_MEMORY_LARGEST_KEPT; }

// Whether `released` is idle memory now, for which older has made way. Called under the lock, as `give_back`.
static bool keep(block released) {
    // What was taken before there was a region goes: blocks that are taken now have to lie in it.
    while (released.size <= largest_kept() && (current == NULL || is_carved(released.memory))) {
        const size_t most = idle_limit - released.size;
        if (idle.size <= most) return extents_give(&idle, extent_of(released));
        // Others may have the lock meanwhile, and change all of this.
        trim(most);
    }
    return false;
}

void block_release(block released) {
    pthread_mutex_lock(&lock);
    const bool is_kept = keep(released);
    if (is_carved(released.memory)) carved_count--;
    if (!is_kept) give_back(released);
    pthread_mutex_unlock(&lock);
}

bool block_is_kept(size_t size) {
    pthread_mutex_lock(&lock);
    bool is_kept = size <= largest_kept();
    pthread_mutex_unlock(&lock);
    return is_kept;
}

bool block_has_region(void) {
    pthread_mutex_lock(&lock);
    bool has_region = current != NULL;
    pthread_mutex_unlock(&lock);
    return has_region;
}

bool secure_memory_use_region(void *base, size_t size, size_t limit) {
    pthread_mutex_lock(&lock);
    trim(0);
    bool is_free = current == NULL || region_taken(current) == 0;
    if (is_free && base != NULL) region_open(&installed, base, size, limit);
    if (is_free) current = base != NULL ? &installed : NULL;
    pthread_mutex_unlock(&lock);
    return is_free;
}

ptrdiff_t secure_memory_region_offset(const void *memory) {
    pthread_mutex_lock(&lock);
    ptrdiff_t offset = is_carved(memory) ? (const uint8_t *)memory - current->base : -1;
    pthread_mutex_unlock(&lock);
    return offset;
}

size_t secure_memory_idle_limit(void) {
    pthread_mutex_lock(&lock);
    size_t limit = idle_limit;
    pthread_mutex_unlock(&lock);
    return limit;
}

void secure_memory_set_idle_limit(size_t byte_count) {
    pthread_mutex_lock(&lock);
    idle_limit = byte_count;
    trim(idle_limit);
    pthread_mutex_unlock(&lock);
}

size_t secure_memory_idle(void) {
    pthread_mutex_lock(&lock);
    size_t byte_count = idle.size;
    pthread_mutex_unlock(&lock);
    return byte_count;
}
