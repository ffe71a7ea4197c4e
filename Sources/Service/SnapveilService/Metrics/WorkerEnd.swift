import Containment

/// Why a process that works on requests came to an end, as the value of a label.
enum WorkerEnd: String, CaseIterable {
    /// By a signal, or with an exit status: a decoder crashed.
    case crashed
    /// Somebody else killed it: mostly the kernel, for lack of memory.
    case killed
    /// It made a system call that it may not make.
    case forbiddenCall = "forbidden-call"
    /// It took more memory than it may.
    case memory
    /// It took longer than it may.
    case time
    /// It did not stop when its client had gone.
    case abandoned
    /// It broke the protocol.
    case protocolBroken = "protocol"
    /// There was none, and none could be started.
    case unavailable
    /// It ended with nothing to do.
    case idle

    /// What a failure is.
    init(_ failure: WorkerFailure) {
        switch failure {
        case .crashed: self = .crashed
        case .killed: self = .killed
        case .trespassed: self = .forbiddenCall
        case .outOfMemory: self = .memory
        case .overran, .overworked: self = .time
        case .cancelled: self = .abandoned
        case .babbled: self = .protocolBroken
        case .unavailable: self = .unavailable
        }
    }
}
