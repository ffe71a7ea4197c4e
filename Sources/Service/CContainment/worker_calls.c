#define _GNU_SOURCE
#include "locks.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "call_filter.h"

// What the numbers below may be, as the kernel looks at 32 bits alone.
static const uint64_t is_int = UINT32_MAX;

static void allow_calls(lock_filter *filter) {
    static const char *const calls[] = {
        // Descriptors that it has. New ones come from the front, over a socket.
        "read", "readv", "pread64", "write", "writev", "lseek", "close", "fstat", "sendmsg", "recvmsg",
        "recvfrom", "poll", "ppoll",
        // What libdispatch waits by.
        "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "timerfd_create", "timerfd_settime",
        // Memory.
        "munmap", "mremap", "madvise", "mincore", "brk",
        // Threads.
        "set_robust_list", "rseq", "futex", "exit", "exit_group", "gettid", "getpid", "sched_yield", "sched_getaffinity",
        "sched_getparam", "sched_getscheduler", "sched_getattr", "membarrier",
        // Time.
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "restart_syscall",
        // Timers of the one kind below.
        "timer_settime", "timer_delete",
        // Signals.
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
        // What it asks the kernel of itself.
        "getrandom", "getuid", "geteuid", "getgid", "getegid", "getrusage", "getrlimit", "sysinfo", "uname", "getcpu",
    };
    filter_calls(filter, SCMP_ACT_ALLOW, calls, CALL_COUNT(calls));
}

// libdispatch sets the priority of its threads, and logs it if it may not. None is ever above that of the process, as only an
// administrator may do that; libdispatch is told that it is.
static void allow_own_priority(lock_filter *filter) {
    const uint64_t sign = 1u << 31;
    const struct scmp_arg_cmp own[] = {
        {.arg = 0, .op = SCMP_CMP_MASKED_EQ, .datum_a = is_int, .datum_b = PRIO_PROCESS},
        {.arg = 1, .op = SCMP_CMP_MASKED_EQ, .datum_a = is_int, .datum_b = 0},
        {.arg = 2, .op = SCMP_CMP_MASKED_EQ, .datum_a = sign, .datum_b = 0},
    };
    filter_arguments(filter, SCMP_ACT_ALLOW, "setpriority", own, CALL_COUNT(own));
    filter_bits(filter, SCMP_ACT_ERRNO(0), "setpriority", 2, sign, sign);
}

// Calls that are allowed for some purposes.
static void allow_harmless(lock_filter *filter) {
    static const int commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC, F_GET_SEALS};
    for (size_t i = 0; i < CALL_COUNT(commands); i++) {
        filter_bits(filter, SCMP_ACT_ALLOW, "fcntl", 1, is_int, (uint64_t)commands[i]);
    }
    filter_bits(filter, SCMP_ACT_ALLOW, "ioctl", 1, is_int, FIONREAD);
    filter_bits(filter, SCMP_ACT_ALLOW, "prctl", 0, is_int, PR_SET_NAME);
    filter_bits(filter, SCMP_ACT_ALLOW, "prctl", 0, is_int, PR_GET_NAME);
    // To what the socket is connected with: there is no other address.
    filter_argument(filter, SCMP_ACT_ALLOW, "sendto", 4, SCMP_CMP_EQ, 0);
    // To ask for a limit: there is no new one.
    filter_argument(filter, SCMP_ACT_ALLOW, "prlimit64", 2, SCMP_CMP_EQ, 0);
    // To keep a thread of its own on some processors.
    filter_argument(filter, SCMP_ACT_ALLOW, "sched_setaffinity", 0, SCMP_CMP_EQ, 0);
    // To be ended by the kernel once a thread has worked for so long: by its own clock, which the C library names by thread 0.
    const uint32_t own_clock = ~0U << 3 | 6;
    filter_bits(filter, SCMP_ACT_ALLOW, "timer_create", 0, is_int, own_clock);
    allow_own_priority(filter);
}

// No memory ever holds instructions that were not in the program or a library when the filter was put in force.
static void refuse_new_code(lock_filter *filter) {
    static const char *const calls[] = {"mmap", "mprotect"};
    for (size_t i = 0; i < CALL_COUNT(calls); i++) {
        filter_bits(filter, SCMP_ACT_ALLOW, calls[i], 2, PROT_EXEC, 0);
        filter_bits(filter, SCMP_ACT_KILL_PROCESS, calls[i], 2, PROT_EXEC, PROT_EXEC);
    }
}

static void allow_threads(lock_filter *filter) {
    const uint64_t shared = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
    const uint64_t never = CLONE_VFORK | CLONE_PARENT | CLONE_PTRACE | CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |
                           CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    filter_bits(filter, SCMP_ACT_ALLOW, "clone", 0, shared | never, shared);
    filter_processes(filter, SCMP_ACT_KILL_PROCESS);
    filter_programs(filter, SCMP_ACT_KILL_PROCESS);
}

// Signals go to this process alone, as when it aborts.
static void refuse_foreign_signals(lock_filter *filter) {
    static const char *const calls[] = {"kill", "tgkill"};
    for (size_t i = 0; i < CALL_COUNT(calls); i++) {
        filter_argument(filter, SCMP_ACT_ALLOW, calls[i], 0, SCMP_CMP_EQ, (uint64_t)getpid());
    }
    filter_foreign_signals(filter, SCMP_ACT_KILL_PROCESS);
}

// Libraries try to log to the system's, and to ask a service for names: over local sockets, and go without. No other kind is
// ever asked for.
static void refuse_sockets(lock_filter *filter) {
    filter_argument(filter, SCMP_ACT_KILL_PROCESS, "socket", 0, SCMP_CMP_NE, AF_UNIX);
}

// What no library does by itself while it works on a picture.
static void kill_exploits(lock_filter *filter) {
    static const char *const calls[] = {
        // The network.
        "socketpair", "connect", "bind", "listen", "accept", "accept4",
        // Other processes.
        "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "pidfd_open",
        "pidfd_getfd", "kcmp",
        // What runs code, or has the kernel work, where no filter sees it.
        "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open", "userfaultfd", "pkey_mprotect",
        "remap_file_pages", "personality", "modify_ldt", "seccomp",
        // Other views of the system, and other rights.
        "unshare", "setns", "chroot", "pivot_root", "mount", "umount2", "move_mount", "open_tree", "mount_setattr",
        "fsopen", "fsconfig", "fsmount", "fspick", "open_by_handle_at", "name_to_handle_at", "capset", "setuid", "setgid",
        "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "setfsuid", "setfsgid", "keyctl", "add_key",
        "request_key", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot",
        "swapon", "swapoff",
    };
    filter_calls(filter, SCMP_ACT_KILL_PROCESS, calls, CALL_COUNT(calls));
}

lock_filter *lock_worker_filter(void) {
    // The C library does without where the kernel does not know them.
    static const char *const unknown[] = {"openat2", "statx", "epoll_pwait2", "close_range"};
    static const char *const door[] = {"open", "openat", "newfstatat", "access", "faccessat", "faccessat2"};
    // Libraries ask for this and that, and do without.
    lock_filter *filter = filter_begin(SCMP_ACT_ERRNO(EPERM));
    allow_calls(filter);
    allow_harmless(filter);
    allow_threads(filter);
    refuse_new_code(filter);
    refuse_foreign_signals(filter);
    refuse_sockets(filter);
    kill_exploits(filter);
    filter_calls(filter, SCMP_ACT_ERRNO(ENOSYS), unknown, CALL_COUNT(unknown));
    filter_calls(filter, SCMP_ACT_TRAP, door, CALL_COUNT(door));
    return filter_end(filter);
}
