#define _GNU_SOURCE
#include "locks.h"

#include <errno.h>

#include "call_filter.h"

lock_filter *lock_front_filter(void) {
    lock_filter *filter = filter_begin(SCMP_ACT_ALLOW);
    filter_processes(filter, SCMP_ACT_ERRNO(EPERM));
    filter_programs(filter, SCMP_ACT_ERRNO(EPERM));
    filter_administration(filter, SCMP_ACT_ERRNO(EPERM));
    return filter_end(filter);
}
