// System calls and instructions that Swift cannot name.
#ifndef CONTAINMENT_PROCESSES_H
#define CONTAINMENT_PROCESSES_H

#include <stdint.h>
#include <sys/types.h>

// A descriptor that can be read once the process has ended (pidfd_open(2)); -1 and errno where the kernel has none.
int containment_process_descriptor(pid_t process);

// Waits until the process, a child that was not waited for, has ended, and leaves its status to be asked for.
void containment_await_end(pid_t process);

// A descriptor that counts, starts at 0 and never keeps its reader or writer waiting (eventfd(2)). -1 and errno on failure.
int containment_event_descriptor(void);

// Closes all descriptors from this number on. Made of system calls alone.
void containment_close_from(unsigned first);

// Has the C library take memory from two heaps at most, whatever the number of threads, as each reserves 64 MiB of addresses, and keep
// up to `idle` bytes, at most 32 MiB, at the end of each that nobody uses: libraries that take much would have the kernel map it anew each time.
void containment_use_two_heaps(size_t idle);

// How many threads there can be besides this one, `wanted` at most: it starts them all, and ends them again.
int containment_startable_threads(int wanted);

// Reads and writes a number that other processes share, in one piece.
static inline int32_t containment_load(const int32_t *number) {
    return __atomic_load_n(number, __ATOMIC_RELAXED);
}

static inline void containment_store(int32_t *number, int32_t value) {
    __atomic_store_n(number, value, __ATOMIC_RELAXED);
}

#endif
