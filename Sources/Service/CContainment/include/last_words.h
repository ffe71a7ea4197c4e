// How a process that crashes tells whether it ran out of memory.
#ifndef LAST_WORDS_H
#define LAST_WORDS_H

#include <stddef.h>

// At SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE and SIGABRT: exits with `status` if `probe` bytes cannot be mapped any more, and
// dies of the signal otherwise. 0, or the errno that says why not.
int last_words_install(size_t probe, int status);

#endif
