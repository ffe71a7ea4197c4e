// libjpeg's error manager, with a jump target, room for the message, and what calls the work off.
#ifndef JPEG_ERROR_H
#define JPEG_ERROR_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

#include "image_codecs.h"

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf target;
    char *message;
    bool out_of_memory;
    codec_cancellation cancellation;
} jpeg_error;

// Sets up `error` so that errors and warnings alike write to `message` and jump to `error->target`: a warning means
// that the decoder invented data.
struct jpeg_error_mgr *jpeg_error_start(jpeg_error *error, char *message, codec_cancellation cancellation);

// Writes `message`, of less than `CODEC_MESSAGE_SIZE` characters, and jumps to the target of the codec's error.
_Noreturn void jpeg_fail(j_common_ptr codec, const char *message);

// Fails if nobody waits for the work of `codec` any more. A progress monitor, which libjpeg calls for each row of blocks.
void jpeg_check_wanted(j_common_ptr codec);

#endif
