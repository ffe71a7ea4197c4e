// Runs a program as on a host that lacks something, or forbids it:
//
//     RestrictedHost landlock|seccomp|memfd|processes|workers PROGRAM ARGUMENT...
//
// `processes` lets none be started, as a limit on their number does, and `workers` none by the launcher of workers.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

// The macros of libseccomp leave out the second number of a comparison that has none.
#pragma clang diagnostic ignored "-Wmissing-field-initializers"

static bool refuse(scmp_filter_ctx filter, int error, const char *call) {
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(error), seccomp_syscall_resolve_name(call), 0) == 0;
}

static bool refuse_argument(scmp_filter_ctx filter, int error, const char *call, struct scmp_arg_cmp argument) {
    int number = seccomp_syscall_resolve_name(call);
    return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(error), number, 1, &argument) == 0;
}

// The C library then makes processes and threads by clone, of which the filter sees the flags.
static bool refuse_clones(scmp_filter_ctx filter, struct scmp_arg_cmp flags) {
    return refuse(filter, ENOSYS, "clone3") && refuse_argument(filter, EAGAIN, "clone", flags);
}

static bool restrict_host(scmp_filter_ctx filter, const char *lack) {
    if (strcmp(lack, "landlock") == 0) return refuse(filter, ENOSYS, "landlock_create_ruleset");
    if (strcmp(lack, "memfd") == 0) return refuse(filter, EPERM, "memfd_create");
    if (strcmp(lack, "seccomp") == 0) {
        return refuse(filter, EPERM, "seccomp") &&
               refuse_argument(filter, EPERM, "prctl", SCMP_A0_32(SCMP_CMP_EQ, PR_SET_SECCOMP));
    }
    if (strcmp(lack, "processes") == 0) {
        return refuse(filter, EAGAIN, "fork") && refuse(filter, EAGAIN, "vfork") &&
               refuse_clones(filter, SCMP_A0_64(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    }
    if (strcmp(lack, "workers") == 0) {
        return refuse_clones(filter, SCMP_A0_64(SCMP_CMP_MASKED_EQ, CLONE_PARENT, CLONE_PARENT));
    }
    return false;
}

int main(int count, char *arguments[]) {
    if (count < 3) return 64;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL || !restrict_host(filter, arguments[1]) || seccomp_load(filter) != 0) {
        fprintf(stderr, "RestrictedHost: the host cannot be made to lack %s\n", arguments[1]);
        return 69;
    }
    execvp(arguments[2], arguments + 2);
    return 69;
}
