import Foundation

extension ServerProcess {
    /// The numbers of all its processes: its own, that of what starts workers, and those of the workers.
    var processes: [pid_t] { [processID] + children }

    /// The processes that work on what is sent.
    var workers: [pid_t] { children.filter { Self.arguments(of: $0).dropFirst().first == "worker" } }

    /// The process that starts workers. Its arguments are those of the server, of which it is a copy.
    var launchers: [pid_t] { children.filter { Self.arguments(of: $0).dropFirst().first == "serve" } }

    private var children: [pid_t] {
        let path = "/proc/\(processID)/task/\(processID)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }
    }

    private static func arguments(of process: pid_t) -> [String] {
        let text = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
        return text.split(separator: "\0").map(String.init)
    }

    /// What it has logged so far.
    var logText: String { String(decoding: log, as: UTF8.self) }
}

/// Whether a process has ended. One that nobody has waited for yet has, too.
func hasEnded(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return true }
    return status.contains("\nState:\tZ")
}
