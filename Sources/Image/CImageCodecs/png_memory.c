#include "png_memory.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdlib.h>

#include "output.h"

png_voidp png_wiped_malloc(png_structp png, png_alloc_size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) *(bool *)png_get_mem_ptr(png) = true;
    return memory;
}

void png_wiped_free(png_structp png, png_voidp memory) {
    (void)png;
    wipe_and_free(memory, memory == NULL ? 0 : malloc_usable_size(memory));
}
