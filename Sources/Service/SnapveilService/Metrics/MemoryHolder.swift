/// What keeps memory for requests to come, as the value of a label.
enum MemoryHolder: String, CaseIterable {
    /// The server's own process.
    case front
    /// The processes that work, together, as each has said with its last result.
    case workers
    /// Blocks that bodies are received into.
    case bodies
}

/// What bytes are taken from that exchanges share, as the value of a label.
enum MemoryBudget: String, CaseIterable {
    /// Pictures that are worked on.
    case work
    /// Bodies that arrive or wait.
    case bodies
    /// Replies that wait to be taken.
    case replies
}

/// What became of spans, as the value of a label.
enum SpanOutcome: String, CaseIterable {
    case exported, dropped, failed
}

/// What a process of the server does, as the value of a label.
enum ProcessRole: String, CaseIterable {
    /// It talks with clients; with `--isolation none` it works, too.
    case front
    /// They work on requests.
    case workers
    /// It waits to take the place of a worker.
    case spare
    /// It starts workers.
    case launcher
}
