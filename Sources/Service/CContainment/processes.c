#define _GNU_SOURCE
#include "processes.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

int containment_process_descriptor(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

void containment_await_end(pid_t process) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
}

int containment_event_descriptor(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void containment_close_from(unsigned first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
    long limit = sysconf(_SC_OPEN_MAX);
    for (long descriptor = first; descriptor < (limit > 0 ? limit : 1024); descriptor++) close((int)descriptor);
}

void containment_use_two_heaps(size_t idle) {
    const size_t least = 128 << 10;
    const int kept = (int)(idle < least ? least : idle);
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_TRIM_THRESHOLD, kept);
    // Larger blocks are mappings of their own.
    mallopt(M_MMAP_THRESHOLD, kept);
}

static void *wait_for_end(void *gate) {
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

int containment_startable_threads(int wanted) {
    pthread_t *threads = calloc((size_t)wanted, sizeof *threads);
    if (threads == NULL) return 0;
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&gate);
    int started = 0;
    while (started < wanted && pthread_create(&threads[started], NULL, wait_for_end, &gate) == 0) started++;
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free(threads);
    return started;
}
