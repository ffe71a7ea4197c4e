// What the functions that write a JPEG share.
#ifndef JPEG_WRITER_H
#define JPEG_WRITER_H

#include <stdio.h>

#include <jpeglib.h>

#include "image_codecs.h"

// Sets up an encoder that was created and gives it the whole picture. May jump to the encoder's error target.
typedef void (*jpeg_encoding)(j_compress_ptr encoder, void *job);

// Writes a file by means of `encode`. On failure `output` holds the message and no bytes.
bool jpeg_writer_run(codec_output *output, size_t estimate, jpeg_encoding encode, void *job,
                     codec_cancellation cancellation);

// Writes an ICC profile, if there is one, into a file that was begun just now.
void jpeg_writer_add_profile(j_compress_ptr encoder, const uint8_t *profile, size_t size);

#endif
