// What a process gives up for good. Where nothing else is said, a function returns 0, or the errno that says why not.
#ifndef LOCKS_H
#define LOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// No program that this process starts gets rights that it lacks. Landlock and filters of system calls ask for that.
int lock_refuse_new_privileges(void);

// Drops every capability, and those that a program could be started with. Succeeds if none is left.
int lock_drop_capabilities(void);

// No other process of this user reads the memory or attaches a debugger, and no crash leaves a core dump.
int lock_hide_memory(void);

// The version of Landlock's interface that the kernel has; 0, and errno, where it has none or may not be asked.
int lock_landlock_version(void);

// What Landlock may allow beneath a path.
enum {
    landlock_reads = 1,
    landlock_lists = 2,
    landlock_writes = 4,
    landlock_removes = 8,
    landlock_executes = 16,  // to become it by execve: a library needs to be read alone
};

// What Landlock denies besides files.
enum {
    landlock_denies_networks = 1,  // TCP, from version 4 on
    landlock_denies_others = 2,    // signals to processes outside, and abstract sockets of theirs, from version 6 on
};

// A set of rules that denies every access to files, and what `denied` says. -1 and errno on failure; else a descriptor.
int lock_landlock_begin(unsigned denied);

// Allows `allowed` of what is at `path` and beneath it. A path that does not exist is an error, ENOENT.
int lock_landlock_allow(int rules, const char *path, unsigned allowed);

// Allows `allowed` of an open file or directory, which may have no name any more. Memory and pipes need no rule, and cannot have
// one: EBADFD.
int lock_landlock_allow_descriptor(int rules, int descriptor, unsigned allowed);

// Puts the rules in force for this thread and those that it starts, and closes their descriptor.
int lock_landlock_enforce(int rules);

// Whether the kernel filters system calls, and lets this process have it do so. Nothing is changed.
int lock_filter_available(void);

// Which system calls a process may make.
typedef struct lock_filter lock_filter;

// A filter that lets a worker make the system calls that its work consists of, and has the door (door.h) asked about files. What
// only an exploit does, as to start a program, kills the process by SIGSYS. NULL and errno on failure.
lock_filter *lock_worker_filter(void);

// A filter that lets a front make all system calls but those that start programs and processes, and those of administrators and
// debuggers. NULL and errno on failure.
lock_filter *lock_front_filter(void);

// A filter for a program that is not this one, which starts after the filter is in force: it lets it make all system calls but
// those for networks, for starting processes, and for reaching other processes, and those that change files by other ways than
// open descriptors, take memory that no other bound counts, or are for administrators and debuggers. NULL and errno on failure.
lock_filter *lock_program_filter(void);

// Puts a filter in force for all threads, and ends it.
int lock_filter_enforce(lock_filter *filter);

#endif
