#include <isa-l/igzip_lib.h>

// Bytes of the buffer for level 1, whose macro Swift cannot read.
enum { isal_level_buffer_count = ISAL_DEF_LVL1_MEDIUM };
