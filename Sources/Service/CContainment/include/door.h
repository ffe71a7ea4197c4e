// How a process that may open no file still gets at those that it was meant to have: they are opened before, and a handler of
// SIGSYS answers the calls that a filter traps with copies of their descriptors.
#ifndef DOOR_H
#define DOOR_H

#include <stddef.h>

// Opens the regular files at `paths`. Those that cannot be opened are passed over, and stay closed. Called once, and
// before door_install. The number of files that were opened; -1 and errno if there is no door.
int door_prepare(const char *const *paths, size_t count);

// Has the trapped calls answered from now on. 0, or the errno that says why not.
//
// - open and openat for reading: a copy of the descriptor, at the start of the file. Copies share their position, so that one
//   file should be read by one thread at a time; to map it is always right. /proc/N/stat is the same line for every thread.
// - access, faccessat and newfstatat: of those files; the last of a descriptor, too, if the path is empty.
// All else is refused with EACCES.
int door_install(void);

#endif
