#include <expat.h>
// For malloc_usable_size, by which memory that expat frees is wiped.
#include <malloc.h>
