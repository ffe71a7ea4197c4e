// Ends a process, or fails it for want of room, at its N-th change of a file: preloaded with FAULT_AT=N and FAULT=kill or
// FAULT=full.
// FAULT=swap renames the file FAULT_FROM to FAULT_TO then, as another program might, and lets it go on. Without FAULT_AT,
// FAULT_COUNT names a file that gets the number of changes at the end.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long changes;
static long fault_at;
static int is_full, is_swap, is_on;
static char count_path[4096], from_path[4096], to_path[4096];
static pid_t own;

// The processes that this one starts are none of its own.
__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAULT_AT"), *fault = getenv("FAULT"), *count = getenv("FAULT_COUNT");
    if (!at && !count) return;
    fault_at = at ? atol(at) : 0;
    is_full = fault && strcmp(fault, "full") == 0;
    is_swap = fault && strcmp(fault, "swap") == 0;
    if (is_swap) {
        snprintf(from_path, sizeof from_path, "%s", getenv("FAULT_FROM"));
        snprintf(to_path, sizeof to_path, "%s", getenv("FAULT_TO"));
    }
    if (count) snprintf(count_path, sizeof count_path, "%s", count);
    unsetenv("FAULT_AT");
    unsetenv("FAULT_COUNT");
    unsetenv("LD_PRELOAD");
    own = getpid();
    is_on = 1;
}

__attribute__((destructor)) static void end(void) {
    if (!is_on || !count_path[0] || getpid() != own) return;
    FILE *file = fopen(count_path, "w");
    if (file) fprintf(file, "%ld", atomic_load(&changes)), fclose(file);
}

// Whether a change fails. From the fault on a full disk stays full for what takes room.
static int fails(int takes_room) {
    if (!is_on || getpid() != own) return 0;
    long at = atomic_fetch_add(&changes, 1) + 1;
    if (!fault_at || at < fault_at) return 0;
    if (is_swap && at == fault_at) rename(from_path, to_path);
    if (!is_full && !is_swap && at == fault_at) raise(SIGKILL);
    if (!is_full || !takes_room) return 0;
    errno = ENOSPC;
    return 1;
}

// Whether it is a file of a disk, and no memory that is shared with workers.
static int is_file(int descriptor) {
    struct stat status;
    return is_on && getpid() == own && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int descriptor, const void *bytes, size_t count) {
    return is_file(descriptor) && fails(1) ? -1 : NEXT(write)(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return is_file(descriptor) && fails(1) ? -1 : NEXT(pwrite)(descriptor, bytes, count, offset);
}

int fdatasync(int descriptor) { return fails(1) ? -1 : NEXT(fdatasync)(descriptor); }

int fchmod(int descriptor, mode_t mode) { return fails(0) ? -1 : NEXT(fchmod)(descriptor, mode); }

int linkat(int from, const char *old, int to, const char *new, int flags) {
    return fails(1) ? -1 : NEXT(linkat)(from, old, to, new, flags);
}

int renameat(int from, const char *old, int to, const char *new) {
    return fails(1) ? -1 : NEXT(renameat)(from, old, to, new);
}

int unlinkat(int directory, const char *path, int flags) {
    return fails(0) ? -1 : NEXT(unlinkat)(directory, path, flags);
}

int unlink(const char *path) { return fails(0) ? -1 : NEXT(unlink)(path); }

int mkdirat(int directory, const char *path, mode_t mode) {
    return fails(1) ? -1 : NEXT(mkdirat)(directory, path, mode);
}
