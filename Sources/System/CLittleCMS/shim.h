#include <lcms2.h>
#include <lcms2_plugin.h>
// For malloc_usable_size, by which memory that Little CMS frees is wiped.
#include <malloc.h>

// The layouts of samples, which lcms2.h has as macros that Swift does not see.
enum {
    LITTLE_CMS_GRAY_8 = TYPE_GRAY_8,
    LITTLE_CMS_RGB_8 = TYPE_RGB_8,
    LITTLE_CMS_RGBA_8 = TYPE_RGBA_8,
    LITTLE_CMS_CMYK_8 = TYPE_CMYK_8,
    // 255 for no ink.
    LITTLE_CMS_CMYK_8_INVERTED = TYPE_CMYK_8_REV,
    LITTLE_CMS_RGB_DOUBLE = TYPE_RGB_DBL,
};
