#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

#include "deed.h"
#include "deeds.h"

// Files

// As FFmpeg opens what it writes.
static long replace_file(const char *path) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) return -1;
    return write(descriptor, "new", 3);
}

static long read_text(const char *path) {
    char text[256];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    ssize_t count = read(descriptor, text, sizeof text);
    return count < 0 ? -1 : (long)fwrite(text, 1, (size_t)count, stdout);
}

static long change_mode(const char *path) { return chmod(path, 0600); }

// To the first descriptor behind standard error, until that fails.
static long write_without_end(const char *path) {
    (void)path;
    char bytes[4096] = {0};
    while (write(STDERR_FILENO + 1, bytes, sizeof bytes) > 0) {
    }
    return -1;
}

// Fails if there is a descriptor behind standard error, an environment, or another directory than the root.
static long check_surroundings(const char *path) {
    char directory[2];
    (void)path;
    errno = EEXIST;
    for (int descriptor = STDERR_FILENO + 1; descriptor < 256; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) return -1;
    }
    errno = EEXIST;
    if (environ[0] != NULL) return -1;
    return getcwd(directory, sizeof directory) == NULL ? -1 : 0;
}

// Processes

static void *do_nothing(void *nothing) { return nothing; }

static long start_threads(const char *path) {
    (void)path;
    pthread_t threads[16];
    for (int i = 0; i < 16; i++) {
        errno = pthread_create(&threads[i], NULL, do_nothing, NULL);
        if (errno != 0) return -1;
    }
    for (int i = 0; i < 16; i++) pthread_join(threads[i], NULL);
    return 0;
}

static long outlive_parent(const char *path) {
    (void)path;
    return prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
}

// Bounds that it has anyway.
static long limit_parent(const char *path) {
    (void)path;
    struct rlimit limit;
    if (prlimit(getppid(), RLIMIT_CORE, NULL, &limit) != 0) return -1;
    return prlimit(getppid(), RLIMIT_CORE, &limit, NULL);
}

static long signal_by_descriptor(const char *path) {
    (void)path;
    return fcntl(STDOUT_FILENO, F_SETOWN, getppid());
}

static long share_by_number(const char *path) {
    (void)path;
    int memory = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    return memory < 0 ? -1 : shmctl(memory, IPC_RMID, NULL);
}

static long tell_number(const char *path) {
    (void)path;
    printf("%d\n", getpid());
    fflush(stdout);
    pause();
    return 0;
}

// Bounds

static long map_much(const char *path) {
    (void)path;
    const size_t size = (size_t)8 << 30;
    return mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED ? -1 : 0;
}

static long work_without_end(const char *path) {
    for (volatile const char *byte = path;; byte = path) (void)*byte;
}

const deed program_deeds[] = {
    {"replace", replace_file},
    {"print", read_text},
    {"chmod", change_mode},
    {"write without end", write_without_end},
    {"see what is around", check_surroundings},
    {"start threads", start_threads},
    {"outlive the parent", outlive_parent},
    {"limit the parent", limit_parent},
    {"signal by a descriptor", signal_by_descriptor},
    {"shmget", share_by_number},
    {"tell the number and wait", tell_number},
    {"map much", map_much},
    {"work without end", work_without_end},
};

const size_t program_deed_count = sizeof program_deeds / sizeof *program_deeds;

const char *deed_runtime_library(void) {
    Dl_info library;
    void *symbol = dlsym(RTLD_DEFAULT, "swift_retain");
    return symbol != NULL && dladdr(symbol, &library) != 0 ? library.dli_fname : NULL;
}
