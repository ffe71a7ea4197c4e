import ArgumentParser
import HTTPServer
import SnapveilService

struct MemoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            All pictures that are worked on together; more wait. \
            (default: most of half of the memory, at most \(Self.defaults.maximumWorkBytes) a worker)
            """,
            valueName: "bytes"
        )
    )
    var maxWorkBytes: Int?
    @Option(
        help: ArgumentHelp(
            """
            All bodies together; more wait or get 503. \
            (default: about an eighth of the memory, at most \(Self.defaults.server.maximumBytesInFlight))
            """,
            valueName: "bytes"
        )
    )
    var maxBytesInFlight: Int?
    @Option(
        help: ArgumentHelp(
            """
            All replies that wait to be taken, together; more get 503. \
            (default: about a sixth of the memory, at most \(Self.defaults.server.maximumReplyBytes))
            """,
            valueName: "bytes"
        )
    )
    var maxReplyBytes: Int?
    @Option(
        help: .setting(
            """
            Share of the bodies' and replies' memory that one address may have while another waits; \
            1 behind one proxy.
            """,
            "share",
            default: \.server.maximumPeerShare
        )
    )
    var maxPeerShare: Double?
    @Option(
        help: ArgumentHelp(
            """
            Memory kept for later requests. (default: \(MemoryPlan.idleByteCountOfWorker) a worker, \
            a tenth of the memory at most)
            """,
            valueName: "bytes"
        )
    )
    var maxIdleBytes: Int?

    private static let defaults = SnapveilService.Configuration(workers: 1)

    private static let range = 1...(1 << 40)

    /// The bytes of all bodies together; nil where they are not set.
    func bodies(_ reader: inout SettingReader) throws(InvalidSetting) -> Int? {
        try reader.value(maxBytesInFlight, CodingKeys.maxBytesInFlight, in: Self.range)
    }

    /// Reads these settings into `settings`, whose workers, connections and longest body are set, with the bytes of all bodies
    /// where these are set; the bytes to keep for later requests.
    func apply(
        _ reader: inout SettingReader,
        to settings: inout SnapveilService.Configuration,
        bodies: Int?
    ) throws(InvalidSetting) -> Int {
        let shares = try MemoryPlan(byteCount: HostLimits.memoryByteCount).shared(settings)
        var server = settings.server
        settings.maximumWorkBytes = shares.work
        server.maximumBytesInFlight = bodies ?? shares.bodies
        server.maximumReplyBytes = shares.replies
        var idleBytes = shares.idle
        try reader.read(maxWorkBytes, CodingKeys.maxWorkBytes, in: Self.range, into: &settings.maximumWorkBytes)
        try reader.read(maxReplyBytes, CodingKeys.maxReplyBytes, in: Self.range, into: &server.maximumReplyBytes)
        try reader.read(maxIdleBytes, CodingKeys.maxIdleBytes, in: 0...Self.range.upperBound, into: &idleBytes)
        try reader.read(maxPeerShare, CodingKeys.maxPeerShare, into: &server.maximumPeerShare)
        guard server.maximumPeerShare > 0, server.maximumPeerShare <= 1 else {
            throw InvalidSetting(message: "max-peer-share is a share: more than 0 and at most 1")
        }
        settings.server = server
        if let limit = HostLimits.memoryLimit {
            try MemoryPlan(byteCount: limit).check(settings, idleBytes: idleBytes)
        }
        return idleBytes
    }
}
