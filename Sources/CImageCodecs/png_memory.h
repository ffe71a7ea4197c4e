// Memory for libpng's own rows and tables, which hold pixels: wiped when it is freed.
#ifndef PNG_MEMORY_H
#define PNG_MEMORY_H

#include <png.h>

png_voidp png_wiped_malloc(png_structp png, png_alloc_size_t size);
void png_wiped_free(png_structp png, png_voidp memory);

#endif
