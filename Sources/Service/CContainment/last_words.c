#define _GNU_SOURCE
#include "last_words.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static size_t probe_size;
static int exit_status;

static void speak(int number) {
    void *probe = mmap(NULL, probe_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (probe == MAP_FAILED && errno == ENOMEM) _exit(exit_status);
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(number, &action, NULL);
    // Delivered when this handler returns. To return alone would not do: after some traps the program would run on.
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
}

// The thread that runs out of stack needs another one for its handler. It is that of this thread alone: others have none, and
// die of SIGSEGV if they run out of theirs.
static int give_stack(void) {
    const size_t size = 64 << 10;
    stack_t stack;
    if (sigaltstack(NULL, &stack) != 0) return errno;
    if (!(stack.ss_flags & SS_DISABLE) && stack.ss_size >= size) return 0;
    stack = (stack_t){.ss_size = size};
    stack.ss_sp = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp == MAP_FAILED) return errno;
    return sigaltstack(&stack, NULL) == 0 ? 0 : errno;
}

int last_words_install(size_t probe, int status) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
    probe_size = probe;
    exit_status = status;
    int error = give_stack();
    if (error != 0) return error;
    struct sigaction action = {.sa_handler = speak, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (sigaction(numbers[i], &action, NULL) != 0) return errno;
    }
    return 0;
}
