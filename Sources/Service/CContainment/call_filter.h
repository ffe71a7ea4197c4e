// Filters of system calls, built by the names of the calls: headers and libraries know different sets of them.
#ifndef CALL_FILTER_H
#define CALL_FILTER_H

#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>

#include "locks.h"

#define CALL_COUNT(calls) (sizeof(calls) / sizeof *(calls))

// A filter, and the first errno that a rule of it met with.
struct lock_filter {
    scmp_filter_ctx context;
    int error;
};

// Starts a filter that does `otherwise` for every call without a rule. Calls of a foreign architecture kill the process. NULL if
// there is no memory.
//
// A filter that is NULL is left alone by all functions below.
lock_filter *filter_begin(uint32_t otherwise);

// The filter, if all of its rules are right; NULL and errno if not.
lock_filter *filter_end(lock_filter *filter);

// Does `action` for the calls of these names. Names that neither the library nor the architecture knows are passed over: such
// a call has no rule.
void filter_calls(lock_filter *filter, uint32_t action, const char *const *names, size_t count);

// Does `action` for the calls of this name whose arguments compare as said, each of them.
void filter_arguments(
    lock_filter *filter, uint32_t action, const char *name, const struct scmp_arg_cmp *comparisons, unsigned count);

// Does `action` for the calls of this name of which one argument, counted from 0, compares with a value as said.
void filter_argument(
    lock_filter *filter, uint32_t action, const char *name, unsigned argument, enum scmp_compare comparison, uint64_t value);

// Does `action` for the calls of this name of which one argument, counted from 0, has the value `bits` under `mask`.
void filter_bits(
    lock_filter *filter, uint32_t action, const char *name, unsigned argument, uint64_t mask, uint64_t bits);

// Has only threads be started: other kinds of clone are answered by `action`. The flags of clone3 are in memory, where no filter
// sees them; the C library does with clone if the kernel has no clone3.
void filter_processes(lock_filter *filter, uint32_t action);

// Answers the calls by which the process would become another program by `action`.
void filter_programs(lock_filter *filter, uint32_t action);

// Answers signals to other processes than this one by `action`. By some calls a process can signal others alone, or as well.
void filter_foreign_signals(lock_filter *filter, uint32_t action);

// Answers what neither a server nor a library does by `action`: calls for debuggers, administrators, and exploits.
void filter_administration(lock_filter *filter, uint32_t action);

#endif
