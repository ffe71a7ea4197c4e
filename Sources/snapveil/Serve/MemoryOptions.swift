import ArgumentParser
import HTTPServer
import SnapveilService

/// How much memory the server takes for what: by default shares of all that there is.
struct MemoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "All pictures that are worked on together; more wait. (default: half of the memory, at most 1073741824 a worker)",
            valueName: "bytes"
        )
    )
    var maxWorkBytes: Int?
    @Option(
        help: ArgumentHelp(
            "All bodies together; more wait or get 503. (default: an eighth of the memory, at most 268435456)",
            valueName: "bytes"
        )
    )
    var maxBytesInFlight: Int?
    @Option(
        help: ArgumentHelp(
            "All replies that wait to be taken, together; more get 503. (default: an eighth of the memory, at most 268435456)",
            valueName: "bytes"
        )
    )
    var maxReplyBytes: Int?
    @Option(
        help: ArgumentHelp(
            "Share of the bodies' and replies' memory that one address may have while another waits; 1 behind one proxy. (default: 0.5)",
            valueName: "share"
        )
    )
    var maxPeerShare: Double?
    @Option(
        help: ArgumentHelp(
            "Memory kept for later requests. (default: 33554432 a worker, 50331648 at least, an eighth of the memory at most)",
            valueName: "bytes"
        )
    )
    var maxIdleBytes: Int?

    /// The largest number of bytes that can be set.
    private static let largest = 1 << 40

    /// Sets the bounds of `settings`, whose workers are set.
    func apply(_ environment: Environment, to settings: inout SnapveilService.Configuration) throws(InvalidSetting) {
        let memory = MemoryLimit.byteCount
        settings.maximumWorkBytes =
            try environment.resolve(
                maxWorkBytes,
                "max-work-bytes",
                default: min(memory / 2, settings.workers << 30),
                in: 1...Self.largest
            )
        settings.server.maximumBytesInFlight =
            try environment.resolve(
                maxBytesInFlight,
                "max-bytes-in-flight",
                default: min(memory / 8, 256 << 20),
                in: 1...Self.largest
            )
        settings.server.maximumReplyBytes =
            try environment.resolve(
                maxReplyBytes,
                "max-reply-bytes",
                default: min(memory / 8, 256 << 20),
                in: 1...Self.largest
            )
        settings.server.maximumPeerShare = try environment.resolve(maxPeerShare, "max-peer-share", default: 0.5)
        guard settings.server.maximumPeerShare > 0, settings.server.maximumPeerShare <= 1 else {
            throw InvalidSetting(message: "max-peer-share is a share: more than 0 and at most 1")
        }
    }

    /// Bytes to keep: by default about what the workers take for pictures of large screens, of which a single one at times
    /// takes more.
    func idleBytes(_ environment: Environment, workers: Int) throws(InvalidSetting) -> Int {
        let fallback = min(max(workers * (32 << 20), 48 << 20), MemoryLimit.byteCount / 8)
        return try environment.resolve(maxIdleBytes, "max-idle-bytes", default: fallback, in: 0...Self.largest)
    }
}
