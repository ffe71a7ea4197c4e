#define _GNU_SOURCE
#include "deeds.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "deed.h"

// Files

static long open_file(const char *path) { return open(path, O_RDONLY | O_CLOEXEC); }

static long open_file_to_write(const char *path) { return open(path, O_WRONLY | O_CLOEXEC); }

static long create_file(const char *path) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0) unlink(path);
    return descriptor;
}

static long open_directory(const char *path) { return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

// By the newest of the calls, which no handler answers.
static long open_otherwise(const char *path) {
    const uint64_t how[3] = {O_RDONLY};
    return syscall(SYS_openat2, AT_FDCWD, path, how, sizeof how);
}

static long read_status(const char *path) {
    struct stat status;
    return stat(path, &status);
}

static long check_access(const char *path) { return access(path, R_OK); }

static long delete_file(const char *path) { return unlink(path); }

static long change_directory(const char *path) { return chdir(path); }

// To standard input, which the test has made a file that can be written.
static long write_inherited(const char *path) {
    (void)path;
    return write(STDIN_FILENO, "x", 1);
}

// Copies of a descriptor until there are no more. That there are thousands counts as none.
static long exhaust_descriptors(const char *path) {
    (void)path;
    for (int i = 0; i < 4096; i++) {
        if (fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) < 0) return -1;
    }
    return 0;
}

// Networks

static long make_socket(const char *path) {
    (void)path;
    return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static long make_local_socket(const char *path) {
    (void)path;
    return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

static long make_socket_pair(const char *path) {
    (void)path;
    int pair[2];
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair);
}

// Of a descriptor that is none, as a process that has inherited a socket might.
static long connect_socket(const char *path) {
    (void)path;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
    return connect(STDIN_FILENO, (struct sockaddr *)&address, sizeof address);
}

static long bind_socket(const char *path) {
    (void)path;
    struct sockaddr_in address = {.sin_family = AF_INET};
    return bind(STDIN_FILENO, (struct sockaddr *)&address, sizeof address);
}

static long listen_on_port(const char *path) {
    (void)path;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return -1;
    return listen(descriptor, 1);
}

static long resolve_name(const char *path) {
    (void)path;
    struct addrinfo *found = NULL;
    int error = getaddrinfo("localhost", "http", NULL, &found);
    if (error == EAI_SYSTEM) return -1;
    errno = ENOENT;
    return error == 0 && found != NULL ? 0 : -1;
}

// A descriptor of shared memory, over a socket.
static long pass_descriptor(const char *path) {
    (void)path;
    int pair[2];
    int memory = memfd_create("memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return -1;
    char byte = 0;
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof memory)];
    } control = {.bytes = {0}};
    struct iovec part = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    *header = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof memory), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(header), &memory, sizeof memory);
    if (sendmsg(pair[0], &message, 0) != 1) return -1;
    return recvmsg(pair[1], &message, MSG_CMSG_CLOEXEC) == 1 ? 0 : -1;
}

// Processes

static long execute(const char *path) {
    char *const arguments[] = {(char *)path, NULL}, *const environment[] = {NULL};
    return execve(path, arguments, environment);
}

static long execute_descriptor(const char *path) {
    char *const arguments[] = {(char *)path, NULL}, *const environment[] = {NULL};
    return syscall(SYS_execveat, AT_FDCWD, path, arguments, environment, 0);
}

static long start_process(const char *path) {
    (void)path;
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child < 0 ? -1 : waitpid((pid_t)child, NULL, 0);
}

// In a name space of its own.
static long start_process_apart(const char *path) {
    (void)path;
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child < 0 ? -1 : waitpid((pid_t)child, NULL, 0);
}

static long start_process_newly(const char *path) {
    (void)path;
    // struct clone_args, of which only the signal is not zero.
    const uint64_t arguments[8] = {[4] = SIGCHLD};
    long child = syscall(SYS_clone3, arguments, sizeof arguments);
    if (child == 0) _exit(0);
    return child < 0 ? -1 : waitpid((pid_t)child, NULL, 0);
}

static long signal_parent(const char *path) {
    (void)path;
    return kill(getppid(), 0);
}

static long signal_thread_of_parent(const char *path) {
    (void)path;
    return syscall(SYS_tgkill, getppid(), getppid(), 0);
}

static long signal_everybody(const char *path) {
    (void)path;
    return kill(-1, 0);
}

static long signal_itself(const char *path) {
    (void)path;
    return kill(getpid(), 0);
}

// Those that this process has.
static long choose_processors(pid_t process) {
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) != 0) return -1;
    return sched_setaffinity(process, sizeof processors, &processors);
}

static long set_alarm(const char *path) {
    (void)path;
    timer_t timer;
    return timer_create(CLOCK_REALTIME, NULL, &timer);
}

static long choose_own_processors(const char *path) {
    (void)path;
    return choose_processors(0);
}

static long choose_processors_of_parent(const char *path) {
    (void)path;
    return choose_processors(getppid());
}

static long trace(const char *path) {
    (void)path;
    return ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

static long read_other_memory(const char *path) {
    (void)path;
    return syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0);
}

static long open_process(const char *path) {
    (void)path;
    return syscall(SYS_pidfd_open, getpid(), 0);
}

static long separate(const char *path) {
    (void)path;
    return unshare(CLONE_FS);
}

// Memory and rights

static long map_code(const char *path) {
    (void)path;
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
}

static long make_code(const char *path) {
    (void)path;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(memory, 4096, PROT_READ | PROT_EXEC);
}

static long share_memory(const char *path) {
    (void)path;
    return memfd_create("memory", MFD_CLOEXEC);
}

// EPERM if there are any.
static long count_capabilities(const char *path) {
    (void)path;
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {{0}};
    if (syscall(SYS_capget, &header, sets) != 0) return -1;
    errno = EPERM;
    for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
        if (sets[i].effective != 0 || sets[i].permitted != 0 || sets[i].inheritable != 0) return -1;
    }
    for (unsigned long i = 0; i < 64; i++) {
        if (prctl(PR_CAPBSET_READ, i, 0, 0, 0) > 0) return -1;
    }
    return 0;
}

// EPERM if it is not.
static long check_secrecy(const char *path) {
    (void)path;
    errno = EPERM;
    return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : -1;
}

// Names a limit that it has anyway.
static long set_limit(const char *path) {
    (void)path;
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0) return -1;
    return setrlimit(RLIMIT_STACK, &limit);
}

static long show_memory(const char *path) {
    (void)path;
    return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

static long change_user(const char *path) {
    (void)path;
    return setuid(getuid());
}

static long make_ring(const char *path) {
    (void)path;
    char parameters[120] = {0};
    return syscall(SYS_io_uring_setup, 1, parameters);
}

static long filter(const char *path) {
    (void)path;
    const uint32_t allows = 0x7fff0000;
    return syscall(SYS_seccomp, 2, 0, &allows);
}

#if defined(__x86_64__)
// As a program of 32 bits does.
static long call_foreign(const char *path) {
    (void)path;
    long number = 20;  // getpid
    __asm__ volatile("int $0x80" : "+a"(number) : : "memory", "r8", "r9", "r10", "r11");
    return number;
}
#endif

static volatile bool goes_deeper = true;

static void *recurse(void *below) {
    if (!goes_deeper) return below;
    volatile char frame[4096];
    frame[0] = (char)(uintptr_t)below;
    frame[4095] = *(char *)recurse((void *)frame);
    return (void *)(uintptr_t)(frame[0] + frame[4095]);
}

static long overflow_stack(const char *path) {
    (void)path;
    return recurse(NULL) == NULL;
}

static long overflow_stack_of_thread(const char *path) {
    (void)path;
    pthread_t thread;
    if (pthread_create(&thread, NULL, recurse, NULL) != 0) return -1;
    return pthread_join(thread, NULL);
}

static long write_nowhere(const char *path) {
    (void)path;
    *(volatile char *)16 = 1;
    return 0;
}

static long raise_signal(int number) {
    raise(number);
    return 0;
}

static long run_illegally(const char *path) {
    (void)path;
    return raise_signal(SIGILL);
}

static long break_off(const char *path) {
    (void)path;
    return raise_signal(SIGTRAP);
}

static long divide(const char *path) {
    (void)path;
    return raise_signal(SIGFPE);
}

static long fail_at_bus(const char *path) {
    (void)path;
    return raise_signal(SIGBUS);
}

static long give_up(const char *path) {
    (void)path;
    abort();
}

// As libraries do that find no memory: until there is none, and then a crash.
static long exhaust_memory(const char *path) {
    (void)path;
    while (mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED) {
    }
    __builtin_trap();
}

// All of them

static const deed deeds[] = {
    {"open", open_file},
    {"open to write", open_file_to_write},
    {"create", create_file},
    {"open a directory", open_directory},
    {"openat2", open_otherwise},
    {"stat", read_status},
    {"access", check_access},
    {"delete", delete_file},
    {"chdir", change_directory},
    {"write to a file", write_inherited},
    {"exhaust descriptors", exhaust_descriptors},
    {"socket", make_socket},
    {"local socket", make_local_socket},
    {"socketpair", make_socket_pair},
    {"connect", connect_socket},
    {"bind", bind_socket},
    {"listen", listen_on_port},
    {"resolve", resolve_name},
    {"pass a descriptor", pass_descriptor},
    {"execve", execute},
    {"execveat", execute_descriptor},
    {"fork", start_process},
    {"clone into a name space", start_process_apart},
    {"clone3", start_process_newly},
    {"kill the parent", signal_parent},
    {"tgkill the parent", signal_thread_of_parent},
    {"kill everybody", signal_everybody},
    {"kill itself", signal_itself},
    {"set an alarm", set_alarm},
    {"choose processors", choose_own_processors},
    {"choose processors of the parent", choose_processors_of_parent},
    {"ptrace", trace},
    {"process_vm_readv", read_other_memory},
    {"pidfd_open", open_process},
    {"unshare", separate},
    {"mmap code", map_code},
    {"mprotect code", make_code},
    {"memfd_create", share_memory},
    {"setrlimit", set_limit},
    {"prctl dumpable", show_memory},
    {"count capabilities", count_capabilities},
    {"see that memory is hidden", check_secrecy},
    {"setuid", change_user},
    {"io_uring_setup", make_ring},
    {"seccomp", filter},
#if defined(__x86_64__)
    {"foreign call", call_foreign},
#endif
    {"overflow the stack", overflow_stack},
    {"overflow a thread's stack", overflow_stack_of_thread},
    {"segmentation fault", write_nowhere},
    {"illegal instruction", run_illegally},
    {"division", divide},
    {"bus error", fail_at_bus},
    {"breakpoint", break_off},
    {"abort", give_up},
    {"exhaust memory", exhaust_memory},
};

static const deed *find(const char *name, const deed *deeds, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(deeds[i].name, name) == 0) return &deeds[i];
    }
    return NULL;
}

int deed_do(const char *name, const char *path) {
    const deed *found = find(name, deeds, sizeof deeds / sizeof *deeds);
    if (found == NULL) found = find(name, program_deeds, program_deed_count);
    if (found == NULL) return -1;
    return found->call(path) < 0 ? errno : 0;
}

const char *deed_error_name(int error) {
    const char *name = strerrorname_np(error);
    return name != NULL ? name : "unknown";
}

int deed_start_child(void) {
    pid_t child = fork();
    if (child == 0) {
        sleep(60);
        _exit(0);
    }
    return child;
}

int deed_end_child(int child) {
    return kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child ? 0 : errno;
}
