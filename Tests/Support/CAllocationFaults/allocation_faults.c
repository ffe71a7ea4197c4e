#define _GNU_SOURCE
#include "allocation_faults.h"

#include <secure_memory.h>

#if SECURE_MEMORY_HAS_OWN_FREE

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "counted_code.h"

// What the C library's own functions are called beside their public names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum { MAXIMUM_LIVE = 4096 };

static atomic_bool counting;
// Guards all below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *live[MAXIMUM_LIVE];
static allocation_count count;
static size_t failing_index;
static bool failure_lasts;
static size_t idle_limit;

static bool is_counted(const void *caller) {
    return atomic_load_explicit(&counting, memory_order_acquire) && is_counted_code(caller);
}

// Aligned memory and mappings are asked for by the executable's own code, too; what else it asks for comes from Swift's
// runtime.
static bool is_counted_secure(const void *caller) {
    return is_counted(caller) ||
           (atomic_load_explicit(&counting, memory_order_acquire) && is_executable_code(caller));
}

// Takes the next number; whether its allocation is to fail.
static bool fails(void) {
    pthread_mutex_lock(&lock);
    size_t index = count.asked++;
    bool failing = index == failing_index || (failure_lasts && index > failing_index);
    if (failing) count.failed++;
    pthread_mutex_unlock(&lock);
    if (failing) errno = ENOMEM;
    return failing;
}

static void *remembered(void *memory) {
    if (memory == NULL) return NULL;
    pthread_mutex_lock(&lock);
    // A full table would make leaks invisible.
    if (count.live == MAXIMUM_LIVE) abort();
    live[count.live++] = memory;
    pthread_mutex_unlock(&lock);
    return memory;
}

static void forget(void *memory) {
    if (memory == NULL || !atomic_load_explicit(&counting, memory_order_acquire)) return;
    pthread_mutex_lock(&lock);
    // The youngest first: most memory does not live long.
    for (size_t i = count.live; i > 0; i--) {
        if (live[i - 1] != memory) continue;
        live[i - 1] = live[--count.live];
        break;
    }
    pthread_mutex_unlock(&lock);
}

void *malloc(size_t size) {
    if (!is_counted(__builtin_return_address(0))) return __libc_malloc(size);
    return fails() ? NULL : remembered(__libc_malloc(size));
}

void *calloc(size_t number, size_t size) {
    if (!is_counted(__builtin_return_address(0))) return __libc_calloc(number, size);
    return fails() ? NULL : remembered(__libc_calloc(number, size));
}

void *realloc(void *memory, size_t size) {
    if (!is_counted(__builtin_return_address(0))) {
        forget(memory);
        return secure_memory_reallocate(memory, size);
    }
    if (fails()) return NULL;
    forget(memory);
    return remembered(secure_memory_reallocate(memory, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    bool counted = is_counted_secure(__builtin_return_address(0));
    if (counted && fails()) return ENOMEM;
    void *taken = __libc_memalign(alignment, size);
    if (taken == NULL) return ENOMEM;
    *memory = counted ? remembered(taken) : taken;
    return 0;
}

void free(void *memory) {
    forget(memory);
    secure_memory_free(memory);
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    bool counted = is_counted_secure(__builtin_return_address(0));
    if (counted && fails()) return MAP_FAILED;
    void *mapped = (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
    return counted && mapped != MAP_FAILED ? remembered(mapped) : mapped;
}

int munmap(void *memory, size_t size) {
    forget(memory);
    return (int)syscall(SYS_munmap, memory, size);
}

bool allocation_faults_available(void) {
    return true;
}

void allocation_faults_begin(size_t index, bool lasting) {
    find_counted_code();
    // Every block is a new one, or it would depend on what went before which allocation is which.
    idle_limit = secure_memory_idle_limit();
    secure_memory_set_idle_limit(0);
    pthread_mutex_lock(&lock);
    count = (allocation_count){0};
    failing_index = index;
    failure_lasts = lasting;
    pthread_mutex_unlock(&lock);
    atomic_store_explicit(&counting, true, memory_order_release);
}

allocation_count allocation_faults_end(void) {
    atomic_store_explicit(&counting, false, memory_order_release);
    pthread_mutex_lock(&lock);
    allocation_count ended = count;
    pthread_mutex_unlock(&lock);
    secure_memory_set_idle_limit(idle_limit);
    return ended;
}

#else

bool allocation_faults_available(void) {
    return false;
}

void allocation_faults_begin(size_t index, bool lasting) {
    (void)index;
    (void)lasting;
}

allocation_count allocation_faults_end(void) {
    return (allocation_count){0};
}

#endif
