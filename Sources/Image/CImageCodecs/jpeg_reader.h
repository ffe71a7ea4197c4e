// What the functions that read a JPEG share.
#ifndef JPEG_READER_H
#define JPEG_READER_H

#include "image_codecs.h"
#include "jpeg_error.h"
#include "jpeg_memory.h"
#include "jpeg_source.h"

struct jpeg_reader {
    struct jpeg_decompress_struct decoder;
    struct jpeg_progress_mgr progress;
    jpeg_source source;
    jpeg_memory memory;
    jpeg_error error;
    int maximum_scans;
    // A bit for each component that a scan has brought.
    unsigned seen_components;
    bool started;
    // The coefficients of each component, once they are read.
    jvirt_barray_ptr *coefficients;
    char message[CODEC_MESSAGE_SIZE];
};

// Refuses a file that ended in good order before all of its picture was there: libjpeg shows what has come so far.
// Jumps to `reader->error.target`.
void jpeg_reader_check_completeness(jpeg_reader *reader);

#endif
