// libjpeg's error manager, with a jump target and room for the message.
#ifndef JPEG_ERROR_H
#define JPEG_ERROR_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf target;
    char *message;
    bool out_of_memory;
} jpeg_error;

// Sets up `error` so that errors and warnings alike write to `message` and jump to `error->target`: a warning means
// that the decoder invented data.
struct jpeg_error_mgr *jpeg_error_start(jpeg_error *error, char *message);

#endif
