#define _GNU_SOURCE
#include "shared_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Newer than some of the headers that this is compiled with.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

int shared_memory_create(size_t size) {
    const unsigned int flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int file = memfd_create("snapveil", flags | MFD_NOEXEC_SEAL);
    // A kernel before 6.3 knows no such flag.
    if (file < 0 && errno == EINVAL) file = memfd_create("snapveil", flags);
    if (file < 0) return -1;
    if (ftruncate(file, (off_t)size) == 0) return file;
    int error = errno;
    close(file);
    errno = error;
    return -1;
}

bool shared_memory_seal(int file, bool may_be_written) {
    const int size_seals = F_SEAL_GROW | F_SEAL_SHRINK;
    if (!may_be_written) {
        if (fcntl(file, F_ADD_SEALS, size_seals | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) == 0) return true;
        // A kernel before 5.1 knows no such seal.
        if (errno != EINVAL) return false;
    }
    return fcntl(file, F_ADD_SEALS, size_seals | F_SEAL_SEAL) == 0;
}

shared_memory_fitness shared_memory_check(int file, size_t size) {
    struct stat status;
    int seals = fcntl(file, F_GET_SEALS);
    if (seals < 0 || fstat(file, &status) != 0) return shared_memory_is_no_memory;
    if ((seals & F_SEAL_SHRINK) == 0) return shared_memory_may_shrink;
    return (size_t)status.st_size < size ? shared_memory_is_too_small : shared_memory_fits;
}

void *shared_memory_map(int file, size_t size, bool writable) {
    void *memory = mmap(NULL, size, PROT_READ | (writable ? PROT_WRITE : 0), MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

size_t shared_memory_resident(int file) {
    struct stat status;
    return fstat(file, &status) == 0 ? (size_t)status.st_blocks * 512 : 0;
}
