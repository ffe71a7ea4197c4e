import Glibc

/// The processor time that a process has used, in all of its threads.
struct ProcessorClock {
    private let identifier: clockid_t

    /// That of the process that asks.
    static let ofThisProcess = ProcessorClock(identifier: CLOCK_PROCESS_CPUTIME_ID)

    private init(identifier: clockid_t) {
        self.identifier = identifier
    }

    /// That of another process.
    init(process: pid_t) throws {
        var identifier = clockid_t()
        guard clock_getcpuclockid(process, &identifier) == 0 else {
            throw ContenderError("process \(process) has no clock")
        }
        self.identifier = identifier
    }

    /// Milliseconds used since the process began.
    var milliseconds: Double {
        var time = timespec()
        clock_gettime(identifier, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
