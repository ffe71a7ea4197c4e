#define _GNU_SOURCE
#include "locks.h"

#include <errno.h>

#include "call_filter.h"

lock_filter *lock_front_filter(void) {
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
    lock_filter *filter = filter_begin(SCMP_ACT_ALLOW);
    filter_processes(filter, SCMP_ACT_ERRNO(EPERM));
    filter_calls(filter, SCMP_ACT_ERRNO(EPERM), calls, CALL_COUNT(calls));
    return filter_end(filter);
}
