#include "jpeg_error.h"

#include <string.h>

#include <jerror.h>

void jpeg_fail(j_common_ptr codec, const char *message) {
    jpeg_error *error = (jpeg_error *)codec->err;
    strncpy(error->message, message, CODEC_MESSAGE_SIZE - 1);
    longjmp(error->target, 1);
}

void jpeg_check_wanted(j_common_ptr codec) {
    const codec_cancellation *cancellation = &((const jpeg_error *)codec->err)->cancellation;
    if (cancellation->is_cancelled(cancellation->context)) jpeg_fail(codec, "the work was cancelled");
}

static void fail(j_common_ptr codec) {
    char message[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, message);
    ((jpeg_error *)codec->err)->out_of_memory = codec->err->msg_code == JERR_OUT_OF_MEMORY;
    jpeg_fail(codec, message);
}

static void fail_on_warning(j_common_ptr codec, int level) {
    if (level < 0) fail(codec);
}

static void output_nothing(j_common_ptr codec) {
    (void)codec;
}

struct jpeg_error_mgr *jpeg_error_start(jpeg_error *error, char *message, codec_cancellation cancellation) {
    jpeg_std_error(&error->manager);
    error->manager.error_exit = fail;
    error->manager.emit_message = fail_on_warning;
    error->manager.output_message = output_nothing;
    error->message = message;
    error->out_of_memory = false;
    error->cancellation = cancellation;
    return &error->manager;
}
