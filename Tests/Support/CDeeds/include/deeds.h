// What a process tries after it was locked.
#ifndef DEEDS_H
#define DEEDS_H

// Does what has this name, of a file at `path` where one is needed. 0 if it went well, or the errno that says why not; -1 if
// there is no such deed.
int deed_do(const char *name, const char *path);

// The name of an errno, as EPERM.
const char *deed_error_name(int error);

// The path of the library with the runtime of Swift, which the linker gives programs of C, too; NULL if there is none.
const char *deed_runtime_library(void);

// Starts a child that sleeps; its number.
int deed_start_child(void);

// Ends the child, and waits for it. 0 or errno.
int deed_end_child(int child);

#endif
