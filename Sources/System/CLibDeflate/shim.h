#include <libdeflate.h>
// For malloc_usable_size, by which memory that libdeflate frees is wiped.
#include <malloc.h>
