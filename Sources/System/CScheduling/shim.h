#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The C library declares these for GNU programs alone, and Swift does not import it as one. Sets have a bit for each processor, the
// first one in the lowest bit of the first word. -1 and errno on failure.

static inline long scheduling_processors_of_this_thread(uint64_t *set, size_t words) {
    return syscall(SYS_sched_getaffinity, 0, words * sizeof *set, set);
}

static inline long scheduling_keep_this_thread(const uint64_t *set, size_t words) {
    return syscall(SYS_sched_setaffinity, 0, words * sizeof *set, set);
}

static inline unsigned scheduling_processor_of_this_thread(void) {
    unsigned processor = 0;
    (void)syscall(SYS_getcpu, &processor, NULL, NULL);
    return processor;
}
