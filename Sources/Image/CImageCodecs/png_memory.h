// Memory for libpng's own rows and tables, which hold pixels: wiped when it is freed.
//
// libpng's memory pointer is a `bool` that becomes true when there is none. Its messages do not tell, and for what it
// takes to be of less importance, it goes on without.
#ifndef PNG_MEMORY_H
#define PNG_MEMORY_H

#include <png.h>

png_voidp png_wiped_malloc(png_structp png, png_alloc_size_t size);
void png_wiped_free(png_structp png, png_voidp memory);

#endif
