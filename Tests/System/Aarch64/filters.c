// What the filters of system calls say of each call that this architecture has, by its name and for some arguments.
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "call_filter.h"
#include "inputs.h"

#if defined(__x86_64__)
static const uint32_t architecture = AUDIT_ARCH_X86_64, foreign = AUDIT_ARCH_AARCH64;
#elif defined(__aarch64__)
static const uint32_t architecture = AUDIT_ARCH_AARCH64, foreign = AUDIT_ARCH_X86_64;
#else
#error "This architecture has no name here."
#endif

enum { MOST_CALLS = 512, MOST_INSTRUCTIONS = 4096 };

// The flags that the C library starts a thread with, and those of a process.
static const uint64_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS;
static const uint64_t process = 17;

static const struct {
    const char *name;
    uint64_t values[6];
} arguments[] = {
    {"zeros", {0}},
    {"thread", {thread}},
    {"process", {process}},
    {"executable", {0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE}},
    {"writable", {0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE}},
    {"internet", {AF_INET, SOCK_STREAM}},
    {"local", {AF_UNIX, SOCK_STREAM}},
    {"name", {PR_SET_NAME, 1}},
    {"dumpable", {PR_SET_DUMPABLE, 1}},
    {"address", {3, 4096, 1, 0, 4096, 16}},
    {"limit", {0, 7, 4096, 0}},
    {"descriptor", {3, 1030, 3}},
    {"raised", {0, 0, UINT64_MAX}},
    {"lowered", {0, 0, 5}},
};

// Runs a filter: the classic BPF that libseccomp makes, which loads words, compares and jumps.
static uint32_t run(const struct sock_filter *program, size_t count, const struct seccomp_data *data) {
    uint32_t a = 0;
    for (size_t i = 0; i < count; i++) {
        const struct sock_filter *at = &program[i];
        switch (at->code) {
        case BPF_LD | BPF_W | BPF_ABS: memcpy(&a, (const uint8_t *)data + at->k, sizeof a); break;
        case BPF_ALU | BPF_AND | BPF_K: a &= at->k; break;
        case BPF_JMP | BPF_JA: i += at->k; break;
        case BPF_JMP | BPF_JEQ | BPF_K: i += a == at->k ? at->jt : at->jf; break;
        case BPF_JMP | BPF_JGT | BPF_K: i += a > at->k ? at->jt : at->jf; break;
        case BPF_JMP | BPF_JGE | BPF_K: i += a >= at->k ? at->jt : at->jf; break;
        case BPF_RET | BPF_K: return at->k;
        default: abort();
        }
    }
    abort();
}

static void print_answers(const char *name, lock_filter *filter) {
    static struct sock_filter program[MOST_INSTRUCTIONS];
    if (filter == NULL) abort();
    FILE *file = tmpfile();
    if (file == NULL || seccomp_export_bpf(filter->context, fileno(file)) != 0) abort();
    rewind(file);
    size_t count = fread(program, sizeof *program, MOST_INSTRUCTIONS, file);
    if (count == 0 || count == MOST_INSTRUCTIONS) abort();
    fclose(file);
    for (int number = 0; number < MOST_CALLS; number++) {
        char *call = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
        if (call == NULL) continue;
        for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
            struct seccomp_data data = {.nr = number, .arch = architecture};
            memcpy(data.args, arguments[i].values, sizeof data.args);
            printf("%s/%s/%s %08x\n", name, call, arguments[i].name, run(program, count, &data));
        }
        free(call);
    }
    struct seccomp_data data = {.nr = 0, .arch = foreign};
    printf("%s/any/foreign %08x\n", name, run(program, count, &data));
    struct seccomp_data own = {.nr = seccomp_syscall_resolve_name("kill"), .arch = architecture, .args = {(uint64_t)getpid(), 6}};
    printf("%s/kill/self %08x\n", name, run(program, count, &own));
}

int main(void) {
    // An emulator says that it knows no filters: the library is told that the kernel does. None is put in force.
    if (seccomp_api_set(4) != 0) abort();
    print_answers("worker", lock_worker_filter());
    print_answers("front", lock_front_filter());
    return 0;
}
