// Contexts in memory of our own, which is wiped.
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
