#include "jpeg_error.h"

#include <string.h>

#include "image_codecs.h"

#include <jerror.h>

static void fail(j_common_ptr codec) {
    jpeg_error *error = (jpeg_error *)codec->err;
    char message[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, message);
    strncpy(error->message, message, CODEC_MESSAGE_SIZE - 1);
    error->out_of_memory = codec->err->msg_code == JERR_OUT_OF_MEMORY;
    longjmp(error->target, 1);
}

static void fail_on_warning(j_common_ptr codec, int level) {
    if (level < 0) fail(codec);
}

static void output_nothing(j_common_ptr codec) {
    (void)codec;
}

struct jpeg_error_mgr *jpeg_error_start(jpeg_error *error, char *message) {
    jpeg_std_error(&error->manager);
    error->manager.error_exit = fail;
    error->manager.emit_message = fail_on_warning;
    error->manager.output_message = output_nothing;
    error->message = message;
    error->out_of_memory = false;
    return &error->manager;
}
