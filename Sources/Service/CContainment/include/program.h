// How a process becomes a program that is not this one.
#ifndef CONTAINMENT_PROGRAM_H
#define CONTAINMENT_PROGRAM_H

#include <stddef.h>

#include "locks.h"

// Puts `descriptors`, as many as a packet may have, at the numbers from 0 on, and `socket` behind them, where it is closed once
// the process is another program. Closes all others. The number of the socket; -1 and errno on failure.
int containment_arrange_descriptors(const int descriptors[], size_t count, int socket);

// Puts `filter` in force, unless it is NULL, bounds the address space, in bytes, and becomes the program at `path`, with
// `arguments`, which end with NULL, an empty environment, and the root as its directory. Returns on failure only: errno.
int containment_become(const char *path, const char *const arguments[], lock_filter *filter, size_t address_space);

#endif
