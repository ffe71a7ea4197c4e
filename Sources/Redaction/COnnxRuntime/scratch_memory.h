// The memory of tensors: secure memory that is used again within a piece of work, and wiped at its end.
#ifndef SCRATCH_MEMORY_H
#define SCRATCH_MEMORY_H

#include "onnx_api.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Makes an allocator that lasts until the process ends; NULL if there is no memory. It may be used on any thread.
//
// Where it has none to give it throws std::bad_alloc, which the runtime makes a failure of: a null pointer it would write to.
OrtAllocator *scratch_memory_create(const OrtMemoryInfo *info);

// Allows `size` bytes beyond those that are in use now.
void scratch_memory_limit(OrtAllocator *allocator, size_t size);

// Whether this thread was refused memory since it asked last.
bool scratch_memory_was_refused(void);

// Wipes and gives back all that is not in use.
void scratch_memory_wipe(OrtAllocator *allocator);

#ifdef __cplusplus
}
#endif

#endif
