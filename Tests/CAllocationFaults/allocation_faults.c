#define _GNU_SOURCE
#include "allocation_faults.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#include <stdlib.h>

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include <image_codecs.h>

// What the C library's own functions are called beside their public names.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

typedef struct {
    uintptr_t start;
    uintptr_t end;
} code_range;

enum { MAXIMUM_RANGES = 32, MAXIMUM_LIVE = 4096 };

static atomic_bool counting;
// Guards all below.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// Code whose every allocation counts: the libraries, and what of the executable is written in C.
static code_range ranges[MAXIMUM_RANGES];
static size_t range_count;
// The executable, of whose Swift code only the aligned allocations count: it takes room for its coroutines from malloc,
// and does not look whether it got any.
static code_range executable;
static void *live[MAXIMUM_LIVE];
static allocation_count count;
static size_t failing_index;
static bool failure_lasts;

static bool is_counted_library(const char *name) {
    static const char *const libraries[] = {"/libpng", "/libjpeg", "/libz.", "/liblcms2"};
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        if (strstr(name, libraries[i]) != NULL) return true;
    }
    return false;
}

static int add_ranges(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    bool is_executable = object->dlpi_name[0] == '\0';
    if (!is_executable && !is_counted_library(object->dlpi_name)) return 0;
    for (size_t i = 0; i < object->dlpi_phnum && range_count < MAXIMUM_RANGES - 1; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
        uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        code_range range = {start, start + segment->p_memsz};
        if (is_executable) {
            executable = range;
        } else {
            ranges[range_count++] = range;
        }
    }
    return 0;
}

// The objects of a target stand side by side in an executable, so its C code lies between those of its functions that
// stand first and last.
static void add_codecs(void) {
    const uintptr_t functions[] = {
        (uintptr_t)png_reader_create,  (uintptr_t)png_reader_destroy,  (uintptr_t)png_write,
        (uintptr_t)jpeg_reader_create, (uintptr_t)jpeg_reader_destroy, (uintptr_t)jpeg_write,
    };
    code_range range = {functions[0], functions[0]};
    for (size_t i = 1; i < sizeof functions / sizeof functions[0]; i++) {
        if (functions[i] < range.start) range.start = functions[i];
        if (functions[i] > range.end) range.end = functions[i];
    }
    ranges[range_count++] = range;
}

static bool contains(code_range range, const void *address) {
    return (uintptr_t)address >= range.start && (uintptr_t)address < range.end;
}

static bool is_counted(const void *caller) {
    if (!atomic_load_explicit(&counting, memory_order_acquire)) return false;
    for (size_t i = 0; i < range_count; i++) {
        if (contains(ranges[i], caller)) return true;
    }
    return false;
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
        return __libc_realloc(memory, size);
    }
    if (fails()) return NULL;
    forget(memory);
    return remembered(__libc_realloc(memory, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    const void *caller = __builtin_return_address(0);
    bool counted = is_counted(caller) || (atomic_load(&counting) && contains(executable, caller));
    if (counted && fails()) return ENOMEM;
    void *taken = __libc_memalign(alignment, size);
    if (taken == NULL) return ENOMEM;
    *memory = counted ? remembered(taken) : taken;
    return 0;
}

void free(void *memory) {
    forget(memory);
    __libc_free(memory);
}

bool allocation_faults_available(void) {
    return true;
}

void allocation_faults_begin(size_t index, bool lasting) {
    if (range_count == 0) {
        dl_iterate_phdr(add_ranges, NULL);
        add_codecs();
    }
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
