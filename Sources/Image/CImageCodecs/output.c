#define _DEFAULT_SOURCE
#include "output.h"

#include <stdlib.h>
#include <string.h>

#include <secure_memory.h>

void wipe_and_free(void *memory, size_t size) {
    if (memory == NULL) return;
    explicit_bzero(memory, size);
    free(memory);
}

size_t output_estimate(uint32_t width, uint32_t height, int channels) {
    return (size_t)width * height * (size_t)channels / 8 + 4096;
}

bool output_reserve(codec_output *output, size_t additional) {
    if (additional <= output->capacity - output->count) return true;
    if (additional > SIZE_MAX / 2 - output->capacity) return false;
    size_t capacity = output->capacity * 2 + additional;
    uint8_t *bytes = secure_memory_take(capacity);
    if (bytes == NULL) return false;
    if (output->count > 0) memcpy(bytes, output->bytes, output->count);
    secure_memory_release(output->bytes, output->capacity, output->count);
    output->bytes = bytes;
    output->capacity = capacity;
    return true;
}

void output_discard(codec_output *output) {
    // All of it: an encoder that failed may have written more than it has counted.
    secure_memory_release(output->bytes, output->capacity, output->capacity);
    output->bytes = NULL;
    output->count = output->capacity = 0;
}
