// A clock for a program that is preloaded with this: the system's, and as many seconds more as a file says, in its first
// eight bytes. The file, JUMPING_CLOCK, is mapped at the start, so that a program that has locked itself sees it change.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *offset;

__attribute__((constructor)) static void map_offset(void) {
    const char *path = getenv("JUMPING_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) offset = memory;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    // Asked of the kernel itself: this is what libc's function of the name has become.
    int status = (int)syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *offset;
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec time;
    int status = clock_gettime(CLOCK_REALTIME, &time);
    if (status == 0) *now = (struct timeval){.tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000};
    return status;
}

time_t time(time_t *result) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
