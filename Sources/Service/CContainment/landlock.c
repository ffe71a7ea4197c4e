#define _GNU_SOURCE
#include "locks.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The interface is stated here, as headers are often older than the kernel that the program runs on. The numbers are the same
// on every architecture.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

// struct landlock_ruleset_attr of version 6. Older kernels take it as long as what they do not know is zero.
typedef struct {
    uint64_t files;
    uint64_t networks;
    uint64_t scopes;
} ruleset;

// struct landlock_path_beneath_attr.
typedef struct {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed)) path_rule;

enum {
    asks_version = 1,
    is_path_rule = 1,
    logs_nothing = 1,  // from version 7 on: LANDLOCK_RESTRICT_SELF_LOG_SAME_EXEC_OFF
};

enum {
    file_execute = 1 << 0,
    file_write = 1 << 1,
    file_read = 1 << 2,
    directory_read = 1 << 3,
    file_remove = 1 << 5,
    file_truncate = 1 << 14,
};

int lock_landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, asks_version);
    return version < 0 ? 0 : (int)version;
}

// Every right to files that the version knows: 13 at first, then REFER, TRUNCATE and IOCTL_DEV.
static uint64_t file_rights(int version) {
    int count = 13;
    if (version >= 2) count++;
    if (version >= 3) count++;
    if (version >= 5) count++;
    return ((uint64_t)1 << count) - 1;
}

int lock_landlock_begin(unsigned denied) {
    int version = lock_landlock_version();
    if (version == 0) return -1;
    ruleset rules = {.files = file_rights(version)};
    // BIND_TCP and CONNECT_TCP.
    if (version >= 4 && denied & landlock_denies_networks) rules.networks = 3;
    // ABSTRACT_UNIX_SOCKET and SIGNAL.
    if (version >= 6 && denied & landlock_denies_others) rules.scopes = 3;
    return (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
}

// The rights that `allowed` stands for. A rule for a file must not name rights that only directories have.
static uint64_t rights(unsigned allowed, bool is_directory) {
    uint64_t rights = 0;
    if (allowed & landlock_reads) rights |= file_read;
    if (allowed & landlock_lists && is_directory) rights |= directory_read;
    if (allowed & landlock_removes && is_directory) rights |= file_remove;
    if (allowed & landlock_executes) rights |= file_execute;
    if (allowed & landlock_writes) rights |= file_write;
    if (allowed & landlock_writes && lock_landlock_version() >= 3) rights |= file_truncate;
    return rights;
}

int lock_landlock_allow_descriptor(int rules, int descriptor, unsigned allowed) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return errno;
    path_rule rule = {.allowed = rights(allowed, S_ISDIR(status.st_mode)), .parent = descriptor};
    return syscall(SYS_landlock_add_rule, rules, is_path_rule, &rule, 0) == 0 ? 0 : errno;
}

int lock_landlock_allow(int rules, const char *path, unsigned allowed) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return errno;
    int error = lock_landlock_allow_descriptor(rules, descriptor, allowed);
    close(descriptor);
    return error;
}

int lock_landlock_enforce(int rules) {
    unsigned flags = lock_landlock_version() >= 7 ? logs_nothing : 0;
    int error = syscall(SYS_landlock_restrict_self, rules, flags) == 0 ? 0 : errno;
    close(rules);
    return error;
}
