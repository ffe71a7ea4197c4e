// Codes to be found, drawn by ZXing-C++.
#ifndef CODE_FIXTURES_H
#define CODE_FIXTURES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int32_t width;
    int32_t height;
    // One byte for each square, row by row: 1 where it is dark. Of `malloc`.
    uint8_t *squares;
} code_fixture;

// Draws `text` in a format that the library calls `format`, without what is left empty round a code. No squares if it cannot be.
code_fixture code_fixture_draw(const char *format, const char *text);

#ifdef __cplusplus
}
#endif

#endif
