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
    // The coefficients of each component, while they are read and after.
    jvirt_barray_ptr *coefficients;
    // Whether all coefficients are read.
    bool has_ended;
    char message[CODEC_MESSAGE_SIZE];
};

// Called for each row of blocks of each scan: fails if nobody waits for the work any more, or there are too many scans.
void jpeg_reader_watch(j_common_ptr codec);

// Refuses a file that ended in good order before all of its picture was there: libjpeg shows what has come so far.
// Jumps to `reader->error.target`.
void jpeg_reader_check_completeness(jpeg_reader *reader);

#endif
