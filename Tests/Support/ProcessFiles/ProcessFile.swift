public import Glibc

/// Files of `/proc`, which tell of processes.
///
/// Foundation takes a read that gives less than was asked for as the end of a file. Those of `/proc` give a page or so at a time.
public enum ProcessFile {
    /// Why a file cannot be read.
    public struct Unreadable: Error {
        /// The file.
        public let path: String
        /// What the system says, as a value of `errno`.
        public let code: Int32
    }

    /// All of a file.
    ///
    /// - Throws: ``Unreadable``.
    public static func text(at path: String) throws(Unreadable) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unreadable(path: path, code: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Unreadable(path: path, code: errno) }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// All of a file of a process, such as `maps`.
    ///
    /// - Throws: ``Unreadable``.
    public static func text(_ name: String, of process: pid_t) throws(Unreadable) -> String {
        try text(at: "/proc/\(process)/\(name)")
    }

    /// The processes that the main thread of a process has started, the one that was started first at the beginning.
    public static func children(of process: pid_t) -> [pid_t] {
        let text = (try? text("task/\(process)/children", of: process)) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }
    }

    /// The argument list of a process, the name of the program first; empty once it has ended.
    public static func arguments(of process: pid_t) -> [String] {
        ((try? text("cmdline", of: process)) ?? "").split(separator: "\0").map(String.init)
    }

    /// The children of a process that are workers.
    public static func workers(of process: pid_t) -> [pid_t] {
        children(of: process).filter { arguments(of: $0).dropFirst().first == "worker" }
    }
}
