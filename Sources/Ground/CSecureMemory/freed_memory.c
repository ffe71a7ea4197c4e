// Wiping of all heap memory before it is released: Swift's runtime, codecs and libraries free texts, keys and copies of samples, and have
// no way to wipe them.
#define _GNU_SOURCE
#include "secure_memory.h"

#if SECURE_MEMORY_HAS_OWN_FREE

#include <malloc.h>
#include <string.h>

// What the C library's own functions are called beside their public names, which a program may define anew.
extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void __libc_free(void *memory);

// Whether memory is a mapping of its own, which goes back to the kernel at once: the second bit of the size that glibc keeps before it.
static bool is_mapping(const void *memory) { return (((const size_t *)memory)[-1] & 2) != 0; }

void secure_memory_free(void *memory) {
    if (memory != NULL && !is_mapping(memory)) explicit_bzero(memory, malloc_usable_size(memory));
    __libc_free(memory);
}

void *secure_memory_reallocate(void *memory, size_t size) {
    if (memory == NULL || is_mapping(memory)) return __libc_realloc(memory, size);
    if (size == 0) {
        secure_memory_free(memory);
        return NULL;
    }
    const size_t held = malloc_usable_size(memory);
    if (size <= held && size >= held / 2) return memory;
    void *moved = __libc_malloc(size);
    if (moved == NULL) return NULL;
    memcpy(moved, memory, size < held ? size : held);
    secure_memory_free(memory);
    return moved;
}

// Tests define both anew, to count what is taken and let it fail.
__attribute__((weak)) void free(void *memory) { secure_memory_free(memory); }

__attribute__((weak)) void *realloc(void *memory, size_t size) { return secure_memory_reallocate(memory, size); }

#endif
