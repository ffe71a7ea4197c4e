#define _GNU_SOURCE
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "packets.h"
#include "processes.h"

int containment_arrange_descriptors(const int descriptors[], size_t count, int socket) {
    if (count > CONTAINMENT_MOST_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    const int behind = (int)count;
    int copies[CONTAINMENT_MOST_DESCRIPTORS];
    // Out of the way of the numbers that they get.
    for (int i = 0; i < behind; i++) {
        copies[i] = fcntl(descriptors[i], F_DUPFD_CLOEXEC, behind + 1);
        if (copies[i] < 0) return -1;
    }
    const int copy = fcntl(socket, F_DUPFD_CLOEXEC, behind + 1);
    if (copy < 0) return -1;
    for (int i = 0; i < behind; i++) {
        if (dup2(copies[i], i) < 0) return -1;
    }
    if (dup3(copy, behind, O_CLOEXEC) < 0) return -1;
    containment_close_from((unsigned)behind + 1);
    return behind;
}

static int bound_address_space(size_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0) return errno;
    if (limit.rlim_max > bytes) limit.rlim_max = bytes;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_AS, &limit) == 0 ? 0 : errno;
}

int containment_become(const char *path, const char *const arguments[], lock_filter *filter, size_t address_space) {
    if (chdir("/") != 0) return errno;
    int error = filter == NULL ? 0 : lock_filter_enforce(filter);
    // Less than this process has already: from here on it gets no memory any more.
    if (error == 0) error = bound_address_space(address_space);
    if (error != 0) return error;
    char *const environment[] = {NULL};
    execve(path, (char *const *)arguments, environment);
    return errno;
}
