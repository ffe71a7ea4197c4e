#define _GNU_SOURCE
#include "blocks.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

#include "secure_memory.h"

enum { idle_capacity = 1024 };

// Guards all below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// Blocks that nobody uses, the one that was released last at the end.
static block idle[idle_capacity];
static size_t idle_count;
static size_t idle_bytes;
static size_t idle_limit = 64 << 20;

// Called under the lock.
static block remove_idle(size_t index) {
    block removed = idle[index];
    idle_count--;
    idle_bytes -= removed.size;
    memmove(&idle[index], &idle[index + 1], (idle_count - index) * sizeof *idle);
    return removed;
}

// The block of this size that was released last, which the caches are likeliest to hold; NULL if there is none.
static void *take_idle(size_t size) {
    void *memory = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = idle_count; i > 0 && memory == NULL; i--) {
        if (idle[i - 1].size == size) memory = remove_idle(i - 1).memory;
    }
    pthread_mutex_unlock(&lock);
    return memory;
}

void *block_take(size_t size) {
    void *memory = take_idle(size);
    if (memory != NULL) return memory;
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

// Whether `released` is among the idle blocks now. If not, `excess` has to go: the oldest of them, or `released` itself.
static bool keep(block released, block *excess) {
    pthread_mutex_lock(&lock);
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
        // Without the lock, as it takes long.
        munmap(excess.memory, excess.size);
        if (excess.memory == released.memory) return;
    }
}

void block_unmap(block released) {
    munmap(released.memory, released.size);
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
    while (idle_bytes > idle_limit) {
        block excess = remove_idle(0);
        munmap(excess.memory, excess.size);
    }
    pthread_mutex_unlock(&lock);
}

size_t secure_memory_idle(void) {
    pthread_mutex_lock(&lock);
    size_t byte_count = idle_bytes;
    pthread_mutex_unlock(&lock);
    return byte_count;
}
