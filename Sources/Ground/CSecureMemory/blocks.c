#define _GNU_SOURCE
#include "blocks.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

#include "region.h"
#include "secure_memory.h"

enum { idle_capacity = 1024 };

// Guards all below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// Blocks that nobody uses, the one that was released last at the end.
static block idle[idle_capacity];
static size_t idle_count;
static size_t idle_bytes;
static size_t idle_limit = 64 << 20;
// What new blocks are carved out of; NULL if each is a mapping of its own.
static region *current;
static region installed;

// Called under the lock.
static block remove_idle(size_t index) {
    block removed = idle[index];
    idle_count--;
    idle_bytes -= removed.size;
    memmove(&idle[index], &idle[index + 1], (idle_count - index) * sizeof *idle);
    return removed;
}

// The block of this size that was released last, which the caches are likeliest to hold; NULL if there is none. Called under
// the lock.
static void *take_idle(size_t size) {
    for (size_t i = idle_count; i > 0; i--) {
        if (idle[i - 1].size == size) return remove_idle(i - 1).memory;
    }
    return NULL;
}

// Gives a block back to the region, or to the kernel. Called under the lock.
static void give_back(block released) {
    if (current != NULL && region_contains(current, released.memory)) {
        region_give(current, released.memory, released.size);
    } else {
        munmap(released.memory, released.size);
    }
}

// A new block of the region; NULL if there is no room. Idle ones make way, but not where that is no help. Called under the
// lock, idle ones being given back included: what is on its way back would be missed by others.
static void *carve(size_t size) {
    size_t used = current->taken - idle_bytes;
    if (size > current->limit - used) return NULL;
    void *memory = region_take(current, size);
    while (memory == NULL && idle_count > 0) {
        give_back(remove_idle(0));
        memory = region_take(current, size);
    }
    return memory;
}

void *block_take(size_t size) {
    pthread_mutex_lock(&lock);
    bool has_region = current != NULL;
    void *memory = take_idle(size);
    if (memory == NULL && has_region) memory = carve(size);
    pthread_mutex_unlock(&lock);
    if (memory != NULL || has_region) return memory;
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

// Whether `released` is among the idle blocks now. If not, `excess` has to go: the oldest of them, or `released` itself.
static bool keep(block released, block *excess) {
    pthread_mutex_lock(&lock);
    if (current != NULL && !region_contains(current, released.memory)) {
        // It was taken before there was a region. Blocks that are taken now have to lie in the region.
        *excess = released;
        pthread_mutex_unlock(&lock);
        return false;
    }
    bool fits = idle_count < idle_capacity && idle_bytes + released.size <= idle_limit;
    if (fits) {
        idle[idle_count++] = released;
        idle_bytes += released.size;
    } else {
        *excess = idle_count > 0 && released.size <= idle_limit ? remove_idle(0) : released;
    }
    pthread_mutex_unlock(&lock);
    return fits;
}

void block_release(block released) {
    block excess;
    while (!keep(released, &excess)) {
        block_unmap(excess);
        if (excess.memory == released.memory) return;
    }
}

void block_unmap(block released) {
    pthread_mutex_lock(&lock);
    bool is_carved = current != NULL && region_contains(current, released.memory);
    if (is_carved) give_back(released);
    pthread_mutex_unlock(&lock);
    // Without the lock, as it takes long.
    if (!is_carved) munmap(released.memory, released.size);
}

bool block_has_region(void) {
    pthread_mutex_lock(&lock);
    bool has_region = current != NULL;
    pthread_mutex_unlock(&lock);
    return has_region;
}

// Gives back all idle blocks. Called under the lock.
static void give_back_idle(void) {
    while (idle_count > 0) give_back(remove_idle(idle_count - 1));
}

bool secure_memory_use_region(void *base, size_t size, size_t limit) {
    pthread_mutex_lock(&lock);
    give_back_idle();
    bool is_free = current == NULL || current->taken == 0;
    if (is_free && base != NULL) region_open(&installed, base, size, limit);
    if (is_free) current = base != NULL ? &installed : NULL;
    pthread_mutex_unlock(&lock);
    return is_free;
}

ptrdiff_t secure_memory_region_offset(const void *memory) {
    pthread_mutex_lock(&lock);
    bool is_inside = current != NULL && region_contains(current, memory);
    ptrdiff_t offset = is_inside ? (const uint8_t *)memory - current->base : -1;
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
    while (idle_bytes > idle_limit) give_back(remove_idle(0));
    pthread_mutex_unlock(&lock);
}

size_t secure_memory_idle(void) {
    pthread_mutex_lock(&lock);
    size_t byte_count = idle_bytes;
    pthread_mutex_unlock(&lock);
    return byte_count;
}
