#include "png_memory.h"

#include <malloc.h>
#include <stdlib.h>

#include "output.h"

png_voidp png_wiped_malloc(png_structp png, png_alloc_size_t size) {
    (void)png;
    return malloc(size);
}

void png_wiped_free(png_structp png, png_voidp memory) {
    (void)png;
    wipe_and_free(memory, memory == NULL ? 0 : malloc_usable_size(memory));
}
