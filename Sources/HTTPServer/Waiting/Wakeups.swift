/// What can end a wait.
struct Wakeups: OptionSet, Hashable {
    let rawValue: UInt8

    /// Bytes, or the end, have arrived.
    static let readable = Wakeups(rawValue: 1 << 0)

    /// There is room to write.
    static let writable = Wakeups(rawValue: 1 << 1)

    /// The handler has replied.
    static let reply = Wakeups(rawValue: 1 << 2)

    /// What was used up is free again: connections, or memory for bodies and replies.
    static let room = Wakeups(rawValue: 1 << 3)

    /// The server is shutting down. Once signalled, it stays.
    static let shutdown = Wakeups(rawValue: 1 << 4)

    /// Everything is over at once. Ends every wait, whatever it waits for; once signalled, it stays.
    static let abort = Wakeups(rawValue: 1 << 5)

    /// The deadline of this wait has passed. Ends every wait; never signalled.
    static let deadline = Wakeups(rawValue: 1 << 6)

    /// The transfer should end, as others wait for the memory that it holds. Only the ``ByteLease`` knows whether that is so
    /// still.
    static let ended = Wakeups(rawValue: 1 << 7)

    /// Those that are a state and not an event.
    static let lasting: Wakeups = [.shutdown, .abort]
}
