// A file in memory as a source in the sense of libjpeg's "libjpeg.txt", handed over in small windows.
#ifndef JPEG_SOURCE_H
#define JPEG_SOURCE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_source_mgr manager;
    // What has not been handed over yet.
    const uint8_t *rest;
    size_t rest_size;
} jpeg_source;

// Makes `decoder`, whose error manager is a `jpeg_error`, read `size` bytes that outlive it. It is asked for each window
// whether the work is still wanted, and a file that ends early is an error.
void jpeg_source_install(jpeg_source *source, j_decompress_ptr decoder, const uint8_t *bytes, size_t size);

#endif
