import Containment

/// A budget of bytes that exchanges share, as the value of a label.
enum MemoryBudget: String, CaseIterable {
    /// Pictures at work.
    case work
    /// Bodies that arrive or wait.
    case bodies
    /// Replies that wait to be taken.
    case replies
}

/// The end of spans, as the value of a label.
enum SpanOutcome: String, CaseIterable {
    case exported, dropped, failed
}

/// The reason for the end of a worker, as the value of a label.
enum WorkerEnd: String, CaseIterable {
    /// A signal or an exit status: a decoder crashed.
    case crashed
    /// A signal of another process: mostly the kernel, for lack of memory.
    case killed
    /// A system call that it may not make.
    case forbiddenCall = "forbidden-call"
    case memory
    case time
    /// It did not stop after its client had gone.
    case abandoned
    /// It broke the protocol.
    case protocolBroken = "protocol"
    /// There was no worker, and none could be started.
    case unavailable
    /// It ended with nothing to do.
    case idle

    /// The reason of a worker that failed; nil for one that ended with nothing to do.
    init(_ failure: WorkerFailure?) {
        switch failure {
        case nil: self = .idle
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
