import Dispatch
import Glibc
import Synchronization

/// A server of the Model Context Protocol that this program has started, with pipes to its standard input and from its output.
/// What it writes to standard error goes where this program's does.
package final class ServerProcess: Sendable {
    private let id: pid_t
    /// The end of the pipe that it reads, and of the one that it writes.
    let input, output: Int32
    private let isInputOpen = Mutex(true)
    /// The status with which it ended; nil as long as it runs.
    private let ended = Mutex<Int32?>(nil)

    /// The program could not be started.
    package struct Failure: Error, CustomStringConvertible {
        /// A clause that names the program.
        package let description: String
    }

    /// Starts a program, which is looked for as a shell does, with its arguments.
    package init(_ command: [String]) throws(Failure) {
        guard let name = command.first else { throw Failure(description: "there is no command") }
        var toServer: [Int32] = [0, 0], fromServer: [Int32] = [0, 0]
        guard pipe(&toServer) == 0, pipe(&fromServer) == 0 else {
            throw Failure(description: "there are no pipes: \(String(cString: strerror(errno)))")
        }
        // One that the server, or a worker, inherited would keep it from seeing the end.
        for descriptor in toServer + fromServer { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toServer[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromServer[1], STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child = pid_t()
        let arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        let error = posix_spawnp(&child, name, &actions, &attributes, arguments, environ)
        close(toServer[0])
        close(fromServer[1])
        guard error == 0 else {
            close(toServer[1])
            close(fromServer[0])
            throw Failure(description: "\(name) cannot be started: \(String(cString: strerror(error)))")
        }
        (id, input, output) = (child, toServer[1], fromServer[0])
    }

    /// Closes its standard input, at the end of which a server ends.
    func closeInput() {
        isInputOpen.withLock { isOpen in
            if isOpen { close(input) }
            isOpen = false
        }
    }

    /// Whether it has ended.
    var hasEnded: Bool {
        ended.withLock { ended in
            if ended == nil {
                var status: Int32 = 0
                if waitpid(id, &status, WNOHANG) == id {
                    ended = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
                }
            }
            return ended != nil
        }
    }

    /// Asks it to end, and ends it if it has not after a while.
    package func terminate() {
        send(SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in send(SIGKILL) }
    }

    /// Sends a signal, unless it has ended: its number may be another's then.
    private func send(_ signal: Int32) {
        if !hasEnded { kill(id, signal) }
    }

    /// Seconds that it has to end, once and once more.
    static let patience = 5.0

    /// Waits until it has ended, and sees to it that it does; its exit status, of a signal 128 and its number.
    func end() -> Int32 {
        closeInput()
        let start = ContinuousClock.now
        var isAsked = false
        while !hasEnded {
            if !isAsked, .now - start > .seconds(Self.patience) {
                isAsked = true
                terminate()
            }
            usleep(5_000)
        }
        return ended.withLock { $0 } ?? 0
    }
}
