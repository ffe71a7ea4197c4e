// Whose allocations count.
#ifndef COUNTED_CODE_H
#define COUNTED_CODE_H

#include <stdbool.h>

// Looks where the code is, once. To be called before the others.
void find_counted_code(void);
// Whether `address` is in a library whose allocations count, or in the C code of ours that uses it.
bool is_counted_code(const void *address);
// Whether `address` is anywhere in the executable. Only aligned allocations of its Swift code count: Swift takes room for
// its coroutines from malloc, and does not look whether it got any.
bool is_executable_code(const void *address);

#endif
