// Memory that an encoder writes its file to.
#ifndef OUTPUT_H
#define OUTPUT_H

#include "image_codecs.h"

// Room for a file that is smaller than its samples, as nearly all are; a larger one makes the output grow.
size_t output_estimate(uint32_t width, uint32_t height, int channels);
// Makes sure that `additional` more bytes fit.
bool output_reserve(codec_output *output, size_t additional);
// Wipes and frees the bytes.
void output_discard(codec_output *output);
// Frees memory from malloc after overwriting it.
void wipe_and_free(void *memory, size_t size);

#endif
