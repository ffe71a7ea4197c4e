import Glibc
import ProcessFiles

extension ServerProcess {
    /// The numbers of all its processes: its own, that of what starts workers, and those of the workers.
    var processes: [pid_t] { [processID] + children }

    /// The processes that work on what is sent.
    var workers: [pid_t] { ProcessFile.workers(of: processID) }

    /// The process that starts workers. Its arguments are those of the server, of which it is a copy.
    var launchers: [pid_t] { children.filter { ProcessFile.arguments(of: $0).dropFirst().first == "serve" } }

    private var children: [pid_t] { ProcessFile.children(of: processID) }

    /// What it has logged so far.
    var logText: String { String(decoding: log, as: UTF8.self) }
}

/// Whether a process has ended. One that nobody has waited for yet has, too.
func hasEnded(_ process: pid_t) -> Bool {
    guard let status = try? ProcessFile.text("status", of: process) else { return true }
    return status.contains("\nState:\tZ")
}
