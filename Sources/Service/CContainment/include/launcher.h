// The process that starts workers for one that has locked itself, and may not start any.
#ifndef CONTAINMENT_LAUNCHER_H
#define CONTAINMENT_LAUNCHER_H

#include <sys/types.h>

// The descriptor that a worker finds its socket at.
#define CONTAINMENT_WORKER_SOCKET 3

// The exit status of a worker that could not become the program.
#define CONTAINMENT_NO_PROGRAM 127

// CLONE_PARENT of <sched.h>, for those that do not have it.
#define CONTAINMENT_CLONE_PARENT 0x00008000

// Forks the launcher, which knows nothing that the calling process learns later. `program` is the path of what it starts, with
// `arguments`, which end with NULL, and an empty environment. Gives the launcher's socket and its number in `pid`; -1 and errno
// on failure. The launcher ends when the socket is closed.
int containment_launcher_fork(const char *program, const char *const arguments[], pid_t *pid);

// Has a worker started with `socket` as its descriptor 3; this process's is to be closed by the caller. Gives the worker's number:
// it is a child of the process that forked the launcher, which has to wait for it. -1 and errno on failure. Calls may not overlap.
pid_t containment_launch(int launcher, int socket);

#endif
