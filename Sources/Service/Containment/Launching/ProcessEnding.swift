import Glibc

/// The end of a process.
public enum ProcessEnding: Sendable, Equatable {
    /// The process ended itself, with a status.
    case exited(Int32)
    /// A signal ended the process.
    case signalled(Int32)
}

extension ProcessEnding: CustomStringConvertible {
    /// A phrase for a log: `by SIGSEGV`, `with status 1`.
    public var description: String {
        switch self {
        case .exited(let status): "with status \(status)"
        case .signalled(let number): "by \(Self.name(of: number))"
        }
    }

    private static func name(of signal: Int32) -> String {
        let names = [
            SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGFPE: "SIGFPE",
            SIGABRT: "SIGABRT", SIGKILL: "SIGKILL, which this program did not send",
            SIGSYS: "SIGSYS, for a forbidden system call",
            SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGTERM: "SIGTERM",
        ]
        return names[signal] ?? "signal \(signal)"
    }
}
