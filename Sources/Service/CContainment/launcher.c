#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "packets.h"
#include "processes.h"

enum { worker_socket = CONTAINMENT_WORKER_SOCKET };

// All that runs in the launcher, and in a worker before it is the program, is made of system calls: other threads of the
// process that was forked may have held any lock.

// What the launcher starts, and with what.
typedef struct {
    int executable;
    int null_device;
    int socket;
    const char *const *arguments;
} launcher;

// Ends the process with the one that started it, even if it never reads the end of its socket. Signals of the kind are of the
// thread that forked, so that only a main thread, which stays, may ask for it.
static void end_with(pid_t parent, bool by_main_thread) {
    if (!by_main_thread) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent) _exit(0);
}

// Signals that a terminal or a service manager sends to all processes of a server are for the front alone, which then sees to
// it that requests are answered before the others end.
static void reset_signals(void) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    struct sigaction ignored = {.sa_handler = SIG_IGN};
    const int of_front[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGPIPE, SIGTSTP};
    for (size_t i = 0; i < sizeof of_front / sizeof *of_front; i++) sigaction(of_front[i], &ignored, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Becomes a worker, whose parent is that of the launcher.
static void become_worker(launcher launcher, int socket, pid_t parent, bool by_main_thread) {
    end_with(parent, by_main_thread);
    for (int standard = 0; standard <= STDERR_FILENO; standard++) dup2(launcher.null_device, standard);
    // Out of the way of the number that the worker's socket gets.
    int executable = fcntl(launcher.executable, F_DUPFD_CLOEXEC, worker_socket + 1);
    if (executable < 0 || (socket == worker_socket ? fcntl(socket, F_SETFD, 0) : dup2(socket, worker_socket)) < 0) {
        _exit(CONTAINMENT_NO_PROGRAM);
    }
    char *const environment[] = {NULL};
    syscall(SYS_execveat, executable, "", launcher.arguments, environment, AT_EMPTY_PATH);
    _exit(CONTAINMENT_NO_PROGRAM);
}

// Starts a worker for each socket that comes, and tells its number, until the process that forked the launcher has gone.
static void serve(launcher launcher, pid_t parent, bool by_main_thread) {
    while (true) {
        char request;
        int socket = -1;
        size_t count = 1;
        ssize_t received = containment_receive(launcher.socket, &request, 1, &socket, &count, 0);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0 || count != 1) _exit(0);
        // Like fork, but the worker's parent is the launcher's, which asked for the worker and has to wait for it.
        long worker = syscall(SYS_clone, CONTAINMENT_CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
        if (worker == 0) become_worker(launcher, socket, parent, by_main_thread);
        int answer = worker > 0 ? (int)worker : -errno;
        close(socket);
        containment_send(launcher.socket, &answer, sizeof answer, NULL, 0, 0);
    }
}

static void run(const char *program, const char *const arguments[], int socket, pid_t parent, bool by_main_thread) {
    end_with(parent, by_main_thread);
    reset_signals();
    launcher launcher = {.arguments = arguments};
    // Descriptors 3 to 5, and none beside.
    int copy = fcntl(socket, F_DUPFD_CLOEXEC, 16);
    launcher.executable = open(program, O_PATH | O_CLOEXEC);
    launcher.executable = fcntl(launcher.executable, F_DUPFD_CLOEXEC, 17);
    launcher.null_device = open("/dev/null", O_RDWR | O_CLOEXEC);
    launcher.null_device = fcntl(launcher.null_device, F_DUPFD_CLOEXEC, 18);
    if (copy < 0 || launcher.executable < 0 || launcher.null_device < 0) _exit(CONTAINMENT_NO_PROGRAM);
    launcher.socket = dup2(copy, 3);
    launcher.executable = dup2(launcher.executable, 4);
    launcher.null_device = dup2(launcher.null_device, 5);
    for (int descriptor = 3; descriptor <= 5; descriptor++) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    containment_close_from(6);
    for (int standard = 0; standard <= STDERR_FILENO; standard++) dup2(launcher.null_device, standard);
    serve(launcher, parent, by_main_thread);
}

int containment_launcher_fork(const char *program, const char *const arguments[], pid_t *pid) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    const pid_t parent = getpid();
    const bool by_main_thread = parent == (pid_t)syscall(SYS_gettid);
    *pid = fork();
    if (*pid == 0) {
        run(program, arguments, ends[1], parent, by_main_thread);
        _exit(0);
    }
    int code = errno;
    close(ends[1]);
    if (*pid > 0) return ends[0];
    close(ends[0]);
    errno = code;
    return -1;
}

pid_t containment_launch(int launcher, int socket) {
    const char request = 'w';
    int answer = 0;
    if (containment_send(launcher, &request, 1, &socket, 1, 0) < 0) return -1;
    ssize_t received;
    do {
        received = containment_receive(launcher, &answer, sizeof answer, NULL, NULL, 0);
    } while (received < 0 && errno == EINTR);
    if (received != sizeof answer) {
        if (received >= 0) errno = EPIPE;
        return -1;
    }
    if (answer > 0) return answer;
    errno = -answer;
    return -1;
}
