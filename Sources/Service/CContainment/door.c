#define _GNU_SOURCE
#include "door.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

// What siginfo_t.si_code says of a call that a filter has trapped.
#ifndef SYS_SECCOMP
#define SYS_SECCOMP 1
#endif

#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif

typedef struct {
    const char *path;
    int descriptor;
} door_file;

// In memory of its own, which cannot be written once it is complete.
typedef struct {
    size_t size;
    // Stands for /proc/N/stat of every thread.
    int thread_status;
    size_t count;
    // By their paths, in the order of their bytes; the paths themselves follow.
    door_file files[];
} door_table;

static const door_table *table;

static int compare(const void *left, const void *right) {
    return strcmp(((const door_file *)left)->path, ((const door_file *)right)->path);
}

// Room for `count` files and their paths.
static door_table *allocate(const char *const *paths, size_t count) {
    size_t size = sizeof(door_table) + count * sizeof(door_file);
    for (size_t i = 0; i < count; i++) size += strlen(paths[i]) + 1;
    door_table *made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) return NULL;
    made->size = size;
    return made;
}

static int open_regular_file(const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) return descriptor;
    if (descriptor >= 0) close(descriptor);
    return -1;
}

// libdispatch counts how many of its threads are runnable, to add some if too few are. None is wanted, so all are.
static int make_thread_status(void) {
    static const char line[] = "1 (worker) R 0 0 0 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 0 0 0\n";
    int descriptor = memfd_create("stat", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    const int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    if (write(descriptor, line, sizeof line - 1) == (ssize_t)sizeof line - 1 && fcntl(descriptor, F_ADD_SEALS, seals) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

int door_prepare(const char *const *paths, size_t count) {
    door_table *made = allocate(paths, count);
    if (made == NULL) return -1;
    made->thread_status = make_thread_status();
    if (made->thread_status < 0) return -1;
    char *free_text = (char *)&made->files[count];
    for (size_t i = 0; i < count; i++) {
        int descriptor = open_regular_file(paths[i]);
        if (descriptor < 0) continue;
        made->files[made->count++] = (door_file){free_text, descriptor};
        free_text = stpcpy(free_text, paths[i]) + 1;
    }
    qsort(made->files, made->count, sizeof *made->files, compare);
    if (mprotect(made, made->size, PROT_READ) != 0) return -1;
    table = made;
    return (int)made->count;
}

// All from here on runs in a handler of a signal: it takes no memory and no lock.

// The sign tells whether `path`, which is the caller's and may change meanwhile, is before `known` or after it. Reads no more of
// it than it takes to tell.
static int order(const char *path, const char *known) {
    size_t i = 0;
    while (path[i] == known[i] && known[i] != 0) i++;
    return (int)(unsigned char)path[i] - (int)(unsigned char)known[i];
}

// Whether `path` is /proc/N/stat.
static bool is_thread_status(const char *path) {
    static const char start[] = "/proc/";
    size_t i = 0;
    for (; start[i] != 0; i++) {
        if (path[i] != start[i]) return false;
    }
    size_t digits = i;
    while (path[i] >= '0' && path[i] <= '9' && i - digits < 10) i++;
    return i > digits && order(&path[i], "/stat") == 0;
}

// The descriptor behind the door; -1 if there is none.
static int find(const char *path) {
    if (path == NULL) return -1;
    if (is_thread_status(path)) return table->thread_status;
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int ordered = order(path, table->files[middle].path);
        if (ordered == 0) return table->files[middle].descriptor;
        if (ordered < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return -1;
}

static long answer_open(const char *path, int flags) {
    const int refused = O_ACCMODE | O_CREAT | O_TRUNC | O_PATH | O_DIRECTORY | O_TMPFILE;
    int descriptor = (flags & refused) == O_RDONLY ? find(path) : -1;
    if (descriptor < 0) return -EACCES;
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) return -errno;
    lseek(copy, 0, SEEK_SET);
    return copy;
}

// The C library has the status of a descriptor told this way, too.
static long answer_status(int directory, const char *path, void *status, int flags) {
    int descriptor = flags & AT_EMPTY_PATH && (path == NULL || path[0] == 0) ? directory : find(path);
    if (descriptor < 0) return -EACCES;
    return syscall(SYS_fstat, descriptor, status) == 0 ? 0 : -errno;
}

static long answer_access(const char *path, int mode) {
    return (mode & ~R_OK) == 0 && find(path) >= 0 ? 0 : -EACCES;
}

// The first arguments of a trapped call.
typedef struct {
    uintptr_t arguments[4];
} trapped_call;

#if defined(__x86_64__)
static trapped_call read_call(const ucontext_t *context) {
    const greg_t *registers = context->uc_mcontext.gregs;
    return (trapped_call){.arguments = {(uintptr_t)registers[REG_RDI], (uintptr_t)registers[REG_RSI],
                                        (uintptr_t)registers[REG_RDX], (uintptr_t)registers[REG_R10]}};
}

static void write_result(ucontext_t *context, long result) {
    context->uc_mcontext.gregs[REG_RAX] = result;
}
#elif defined(__aarch64__)
static trapped_call read_call(const ucontext_t *context) {
    const unsigned long long *registers = context->uc_mcontext.regs;
    return (trapped_call){.arguments = {registers[0], registers[1], registers[2], registers[3]}};
}

static void write_result(ucontext_t *context, long result) {
    context->uc_mcontext.regs[0] = (unsigned long long)result;
}
#else
#error "The registers of this architecture are not known here."
#endif

static long answer(int number, trapped_call call) {
    const uintptr_t *arguments = call.arguments;
    switch (number) {
#ifdef SYS_open
    case SYS_open:
        return answer_open((const char *)arguments[0], (int)arguments[1]);
#endif
    // From which directory does not matter: the paths of all files start at the root.
    case SYS_openat:
        return answer_open((const char *)arguments[1], (int)arguments[2]);
    case SYS_newfstatat:
        return answer_status((int)arguments[0], (const char *)arguments[1], (void *)arguments[2], (int)arguments[3]);
#ifdef SYS_access
    case SYS_access:
        return answer_access((const char *)arguments[0], (int)arguments[1]);
#endif
    case SYS_faccessat:
    case SYS_faccessat2:
        return answer_access((const char *)arguments[1], (int)arguments[2]);
    default:
        return -EACCES;
    }
}

static void handle(int signal, siginfo_t *info, void *context) {
    (void)signal;
    // Anybody may send the signal.
    if (info->si_code != SYS_SECCOMP) return;
    int saved = errno;
    write_result(context, answer(info->si_syscall, read_call(context)));
    errno = saved;
}

int door_install(void) {
    if (table == NULL) return EINVAL;
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    return sigaction(SIGSYS, &action, NULL) == 0 ? 0 : errno;
}
