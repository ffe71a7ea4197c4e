// JPEG files of every kind that libjpeg can write, and some that nobody should, for tests of the decoder.
//
// Every function returns: a failure is `false`, never a jump.
#ifndef JPEG_FIXTURES_H
#define JPEG_FIXTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The colour space of a file.
typedef enum {
    JPEG_FIXTURE_GREY,
    JPEG_FIXTURE_YCC,
    JPEG_FIXTURE_RGB,
    JPEG_FIXTURE_CMYK,
    JPEG_FIXTURE_YCCK,
} jpeg_fixture_space;

// How the coefficients are spread over scans.
typedef enum {
    // One scan that holds all.
    JPEG_FIXTURE_BASELINE,
    // One scan for each component.
    JPEG_FIXTURE_SEPARATE,
    // libjpeg's progressive script, about 10 scans.
    JPEG_FIXTURE_PROGRESSIVE,
    // A progressive scan for every single coefficient: 1 + 63 for each component.
    JPEG_FIXTURE_MANY_SCANS,
} jpeg_fixture_scans;

typedef struct {
    uint32_t width;
    uint32_t height;
    jpeg_fixture_space space;
    jpeg_fixture_scans scans;
    // Sampling factors of each component, 1 to 4.
    uint8_t horizontal[4];
    uint8_t vertical[4];
    int quality;
    // Minimum coded units between restart markers; 0 for none.
    uint32_t restart_interval;
    // Whether colour spaces that have one get an Adobe marker.
    bool adobe;
    bool arithmetic;
    // Whether the Huffman tables are made for this picture.
    bool optimized;
    // The payload of an APP1 marker, or NULL.
    const uint8_t *app1;
    size_t app1_size;
} jpeg_fixture;

// Writes `samples`, interleaved without padding: 1 (grey), 3 (RGB, for YCC and RGB) or 4 (CMYK as stored) a pixel.
// The bytes are the caller's, from malloc.
bool jpeg_fixture_write(const jpeg_fixture *fixture, const uint8_t *samples, uint8_t **bytes, size_t *count);

// Rewrites a file with other coefficients in one minimum coded unit and the same in all others.
bool jpeg_fixture_change_unit(const uint8_t *file, size_t size, uint32_t column, uint32_t row, uint32_t seed,
                              uint8_t **bytes, size_t *count);

// Rewrites a file with the same coefficients, in one scan, with the codes of ITU-T T.81, section K.3, and no metadata.
bool jpeg_fixture_rewrite(const uint8_t *file, size_t size, uint8_t **bytes, size_t *count);

// Whether libjpeg reads all of a file without a warning while it is given no more than a byte at a time, so that it looks
// at each code for itself.
bool jpeg_fixture_is_intact(const uint8_t *file, size_t size);

#endif
