import Foundation

/// The processor time that processes have used, in all of their threads.
struct ProcessorClock {
    private let identifiers: [clockid_t]

    /// That of the process that asks.
    static let ofThisProcess = ProcessorClock(identifiers: [CLOCK_PROCESS_CPUTIME_ID])

    private init(identifiers: [clockid_t]) {
        self.identifiers = identifiers
    }

    /// That of another process and of the children that it has now.
    init(processAndChildren process: pid_t) throws {
        identifiers = try ([process] + Self.children(of: process)).map { process in
            var identifier = clockid_t()
            guard clock_getcpuclockid(process, &identifier) == 0 else {
                throw ContenderError("process \(process) has no clock")
            }
            return identifier
        }
    }

    /// How many processes it is the time of.
    var processCount: Int { identifiers.count }

    /// Milliseconds used since the processes began.
    ///
    /// - Throws: ``ContenderError`` once one of them has ended: its time is lost.
    func milliseconds() throws -> Double {
        try identifiers.reduce(0) { sum, identifier in
            var time = timespec()
            guard clock_gettime(identifier, &time) == 0 else {
                throw ContenderError("a process that is measured has ended")
            }
            return sum + Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
        }
    }

    /// The children of a process, which the kernel lists by the thread that they are of.
    static func children(of process: pid_t) throws -> [pid_t] {
        let threads = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: threads).flatMap { thread in
            try String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8)
                .split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
        }
    }
}
