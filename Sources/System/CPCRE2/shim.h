// The library for strings of 8-bit units, which is the one for UTF-8.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
