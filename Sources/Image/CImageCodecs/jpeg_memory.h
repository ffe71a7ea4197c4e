// Memory for libjpeg's rows, coefficients and saved markers, which hold pixels: wiped when it is freed.
#ifndef JPEG_MEMORY_H
#define JPEG_MEMORY_H

#include <stdio.h>

#include <jpeglib.h>

typedef struct jpeg_memory_block jpeg_memory_block;

typedef struct {
    struct jpeg_memory_mgr manager;
    // The library's own. It keeps what it gave out when the codec was created, before there was a picture.
    struct jpeg_memory_mgr *original;
    jpeg_memory_block *blocks[JPOOL_NUMPOOLS];
    jvirt_barray_ptr coefficients;
} jpeg_memory;

// Makes a codec that was created just now take all further memory from `memory`, which outlives it. Destroying the codec
// frees everything.
void jpeg_memory_install(jpeg_memory *memory, j_common_ptr codec);

// The first block of a picture of coefficients, whose rows are `stride` coefficients apart.
JCOEF *jpeg_memory_blocks(jvirt_barray_ptr coefficients, size_t *stride);

// Gives back rows of a picture of coefficients that nobody reads or writes any more, unless they are kept: `secure_memory_discard`.
void jpeg_memory_discard(jvirt_barray_ptr coefficients, JDIMENSION first_row, JDIMENSION row_count);

#endif
