#define _GNU_SOURCE
#include "call_filter.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int lock_filter_available(void) {
    const uint32_t traps = SECCOMP_RET_TRAP;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &traps) == 0 ? 0 : errno;
}

static void set(lock_filter *filter, enum scmp_filter_attr attribute, uint32_t value) {
    if (filter->error == 0) filter->error = -seccomp_attr_set(filter->context, attribute, value);
}

static void discard(lock_filter *filter) {
    if (filter->context != NULL) seccomp_release(filter->context);
    free(filter);
}

lock_filter *filter_begin(uint32_t otherwise) {
    lock_filter *filter = calloc(1, sizeof *filter);
    if (filter == NULL) return NULL;
    filter->context = seccomp_init(otherwise);
    if (filter->context == NULL) {
        filter->error = ENOMEM;
        return filter;
    }
    // Against code of strangers that runs in the process and is kept from its memory. There is none, and it costs time. Old
    // kernels do not know of it.
    seccomp_attr_set(filter->context, SCMP_FLTATR_CTL_SSB, 1);
    // Otherwise the library says ECANCELED whatever goes wrong.
    set(filter, SCMP_FLTATR_API_SYSRAWRC, 1);
    set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    // Set before.
    set(filter, SCMP_FLTATR_CTL_NNP, 0);
    return filter;
}

lock_filter *filter_end(lock_filter *filter) {
    if (filter == NULL || filter->error == 0) return filter;
    int error = filter->error;
    discard(filter);
    errno = error;
    return NULL;
}

int lock_filter_enforce(lock_filter *filter) {
    int error = -seccomp_load(filter->context);
    discard(filter);
    return error;
}

void filter_arguments(
    lock_filter *filter, uint32_t action, const char *name, const struct scmp_arg_cmp *comparisons, unsigned count) {
    if (filter == NULL || filter->error != 0) return;
    int number = seccomp_syscall_resolve_name(name);
    if (number < 0) return;
    int result = seccomp_rule_add_array(filter->context, action, number, count, comparisons);
    if (result != 0) filter->error = -result;
}

void filter_calls(lock_filter *filter, uint32_t action, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) filter_arguments(filter, action, names[i], NULL, 0);
}

void filter_argument(
    lock_filter *filter, uint32_t action, const char *name, unsigned argument, enum scmp_compare comparison, uint64_t value) {
    const struct scmp_arg_cmp compared = {.arg = argument, .op = comparison, .datum_a = value};
    filter_arguments(filter, action, name, &compared, 1);
}

void filter_bits(
    lock_filter *filter, uint32_t action, const char *name, unsigned argument, uint64_t mask, uint64_t bits) {
    const struct scmp_arg_cmp compared = {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = bits};
    filter_arguments(filter, action, name, &compared, 1);
}

void filter_processes(lock_filter *filter, uint32_t action) {
    static const char *const calls[] = {"fork", "vfork"};
    static const char *const hidden[] = {"clone3"};
    filter_calls(filter, action, calls, CALL_COUNT(calls));
    filter_calls(filter, SCMP_ACT_ERRNO(ENOSYS), hidden, CALL_COUNT(hidden));
    filter_bits(filter, action, "clone", 0, CLONE_THREAD, 0);
}

void filter_programs(lock_filter *filter, uint32_t action) {
    static const char *const calls[] = {"execve", "execveat"};
    filter_calls(filter, action, calls, CALL_COUNT(calls));
}

void filter_foreign_signals(lock_filter *filter, uint32_t action) {
    static const char *const calls[] = {"kill", "tgkill"};
    for (size_t i = 0; i < CALL_COUNT(calls); i++) {
        filter_argument(filter, action, calls[i], 0, SCMP_CMP_NE, (uint64_t)getpid());
    }
    static const char *const others[] = {"tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal"};
    filter_calls(filter, action, others, CALL_COUNT(others));
}

void filter_administration(lock_filter *filter, uint32_t action) {
    static const char *const calls[] = {
        // The memory and the descriptors of other processes.
        "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp",
        // What has the kernel work where no filter sees it, and what exploits of the kernel are made of.
        "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open", "userfaultfd",
        "remap_file_pages", "personality", "modify_ldt", "vmsplice", "lookup_dcookie",
        // Other views of the system.
        "unshare", "setns", "chroot", "pivot_root", "mount", "umount", "umount2", "move_mount", "open_tree",
        "mount_setattr", "fsopen", "fsconfig", "fsmount", "fspick", "open_by_handle_at", "name_to_handle_at",
        "fanotify_init",
        // Keys, modules and the machine itself.
        "keyctl", "add_key", "request_key", "init_module", "finit_module", "delete_module", "create_module",
        "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "acct", "quotactl", "quotactl_fd", "syslog",
        "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname", "ioperm", "iopl",
        "nfsservctl", "vhangup", "mbind", "migrate_pages", "move_pages", "set_mempolicy",
    };
    filter_calls(filter, action, calls, CALL_COUNT(calls));
}
