import ArgumentParser
import HTTPServer
import SnapveilService

struct MemoryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("All pictures that are worked on together; more wait.", valueName: "bytes"))
    var maxWorkBytes = ServerSetting(
        \.service.maximumWorkBytes,
        in: Self.range,
        default: { "most of half of the memory, at most \($0) a worker" }
    )
    @Option(help: ArgumentHelp("All bodies together; more wait or get 503.", valueName: "bytes"))
    var maxBytesInFlight = ServerSetting(
        \.service.server.maximumBytesInFlight,
        in: Self.range,
        default: { "about an eighth of the memory, at most \($0)" }
    )
    @Option(help: ArgumentHelp("All replies that wait to be taken, together; more get 503.", valueName: "bytes"))
    var maxReplyBytes = ServerSetting(
        \.service.server.maximumReplyBytes,
        in: Self.range,
        default: { "about a sixth of the memory, at most \($0)" }
    )
    @Option(
        help: ArgumentHelp(
            """
            Share of the bodies' and replies' memory that one address may have while another waits; 1 \
            behind one proxy.
            """,
            valueName: "share"
        )
    )
    var maxPeerShare = ServerSetting(\.service.server.maximumPeerShare)
    @Option(help: ArgumentHelp("Memory kept for later requests.", valueName: "bytes"))
    var maxIdleBytes = ServerSetting(
        \.idleBytes,
        in: 0...Self.range.upperBound,
        default: { "\($0) a worker, a tenth of the memory at most" }
    )

    private static let range = 1...(1 << 40)
}
