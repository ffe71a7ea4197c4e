#define _GNU_SOURCE
#include "locks.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "call_filter.h"

// The value of an argument of which the kernel looks at 32 bits alone.
static const uint64_t is_int = UINT32_MAX;

static const uint32_t refused = SCMP_ACT_ERRNO(EPERM);

static void refuse_networks(lock_filter *filter) {
    static const char *const calls[] = {
        "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "shutdown", "getsockopt", "setsockopt",
        "sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg",
    };
    filter_calls(filter, refused, calls, CALL_COUNT(calls));
}

// What processes of one user can do to each other by their numbers, or by the names of what they share.
static void refuse_other_processes(lock_filter *filter) {
    static const char *const calls[] = {
        "execveat", "pidfd_open", "process_mrelease", "ioprio_set",
        "shmget", "shmat", "shmctl", "semget", "semop", "semtimedop", "semctl", "msgget", "msgsnd", "msgrcv", "msgctl",
        "mq_open", "mq_unlink",
    };
    static const char *const of_number[] = {
        "prlimit64", "sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr",
    };
    filter_calls(filter, refused, calls, CALL_COUNT(calls));
    for (size_t i = 0; i < CALL_COUNT(of_number); i++) {
        filter_argument(filter, refused, of_number[i], 0, SCMP_CMP_NE, 0);
    }
    filter_argument(filter, refused, "setpriority", 0, SCMP_CMP_NE, PRIO_PROCESS);
    filter_argument(filter, refused, "setpriority", 1, SCMP_CMP_NE, 0);
    // The signal of a descriptor goes to whoever is its owner.
    filter_bits(filter, refused, "fcntl", 1, is_int, F_SETOWN);
    filter_bits(filter, refused, "fcntl", 1, is_int, F_SETOWN_EX);
    // The process ends with the one that started it.
    filter_bits(filter, refused, "prctl", 0, is_int, PR_SET_PDEATHSIG);
    // Words typed into the terminal, as if by its user.
    filter_bits(filter, refused, "ioctl", 1, is_int, TIOCSTI);
    filter_bits(filter, refused, "ioctl", 1, is_int, TIOCLINUX);
}

// Landlock does not see them, or only in later versions.
static void refuse_changes_of_files(lock_filter *filter) {
    static const char *const calls[] = {
        "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes",
        "utimensat", "futimesat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr",
        "fremovexattr", "removexattrat", "file_setattr", "truncate", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat",
        "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rename", "renameat", "renameat2",
        "inotify_init", "inotify_init1",
    };
    filter_calls(filter, refused, calls, CALL_COUNT(calls));
}

// Files in memory are no part of the address space, and blocks beyond the end of a file none of its size.
static void refuse_uncounted_memory(lock_filter *filter) {
    static const char *const calls[] = {"memfd_create", "memfd_secret", "fallocate"};
    filter_calls(filter, refused, calls, CALL_COUNT(calls));
}

// libnuma takes it that there is none, and does without. Where it finds some, it asks for more files, and for set_mempolicy.
static void hide_nodes(lock_filter *filter) {
    static const char *const calls[] = {"get_mempolicy"};
    filter_calls(filter, SCMP_ACT_ERRNO(ENOSYS), calls, CALL_COUNT(calls));
}

lock_filter *lock_program_filter(void) {
    lock_filter *filter = filter_begin(SCMP_ACT_ALLOW);
    filter_processes(filter, refused);
    filter_foreign_signals(filter, refused);
    filter_administration(filter, refused);
    refuse_networks(filter);
    refuse_other_processes(filter);
    refuse_changes_of_files(filter);
    refuse_uncounted_memory(filter);
    hide_nodes(filter);
    return filter_end(filter);
}
