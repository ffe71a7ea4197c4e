/// Refusal of a connection of which next to nothing is read, because there is no time for what it asks for.
///
/// Where many more requests come than can be read, most of the time would go into reading those that are refused.
enum EarlyRefusal {
    /// The beginning of requests that are refused, as most are that take work. Those of probes and for documents have other methods.
    private static let beginning = Array("POST ".utf8)

    /// Whether a client has begun to send a request that takes work.
    static func isDue(_ descriptor: Int32) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: beginning.count, alignment: 1) { buffer in
            guard case .bytes(buffer.count) = Socket.peek(descriptor, into: buffer) else { return false }
            return buffer.elementsEqual(beginning)
        }
    }

    /// Waits for the first bytes of a client; whether they begin a request that takes work.
    static func isDue(_ channel: Channel, within time: Duration) async -> Bool {
        let wakeups = await channel.wait(for: [.readable, .shutdown], until: .now + time)
        return wakeups == .readable && isDue(channel.descriptor)
    }
}
