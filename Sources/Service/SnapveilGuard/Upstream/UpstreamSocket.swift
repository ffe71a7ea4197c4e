import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import SecureMemory

/// A web socket to a server behind a guard, as long as a closure runs.
///
/// Messages pass through buffers of the network library, which are freed and not wiped.
struct UpstreamSocket {
    fileprivate typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    /// Where a web socket is opened.
    struct Target: Sendable {
        let host: String
        let port: Int
        let isSecure: Bool
        /// Host and port as the server is called.
        let authority: String
        /// The path with the query.
        let path: String
    }

    /// What the server sends, in its order: whole messages, and frames about the connection.
    let inbound: NIOAsyncChannelInboundStream<WebSocketFrame>
    private let outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>

    /// Sends a frame, masked as those of a client are, and waits until the system takes it.
    func send(_ opcode: WebSocketOpcode, _ payload: SecureBytes) async throws {
        let data = payload.withUnsafeBytes { ByteBuffer(bytes: $0) }
        try await outbound.write(WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data))
    }

    /// Seconds that the opening may take.
    private static let patience = TimeAmount.seconds(10)
    /// Frames of a message, at most.
    private static let mostFrames = 1 << 20

    /// Opens a web socket, and closes it behind `body`.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request but those of the handshake.
    ///   - authorities: The certificates that the server is verified with; nil for those of the machine.
    ///   - limit: Upper bound on the bytes of a message.
    /// - Throws: ``UpstreamFailure`` if there is none, and what `body` throws.
    static func open(
        _ target: Target,
        _ fields: HTTPFields,
        trusting authorities: TrustedCertificates?,
        limit: Int,
        _ body: (UpstreamSocket) async throws -> Void
    ) async throws {
        let channel: Frames?
        do {
            channel = try await connect(target, fields, authorities, limit).get()
        } catch {
            throw UpstreamFailure(error)
        }
        guard let channel else { throw UpstreamFailure.noSocket }
        try await channel.executeThenClose { inbound, outbound in
            try await body(UpstreamSocket(inbound: inbound, outbound: outbound))
        }
    }

    private static func connect(
        _ target: Target,
        _ fields: HTTPFields,
        _ authorities: TrustedCertificates?,
        _ limit: Int
    ) async throws -> EventLoopFuture<Frames?> {
        let tls =
            target.isSecure
            ? try NIOSSLContext(configuration: authorities?.configuration ?? .makeClientConfiguration()) : nil
        return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(patience)
            .connect(host: target.host, port: target.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(Self.handler(tls, for: target.host)) }
                    let upgrade = NIOTypedHTTPClientUpgradeConfiguration(
                        upgradeRequestHead: Self.head(target, fields),
                        upgraders: [Self.upgrader(limit)],
                        notUpgradingCompletionHandler: { channel in
                            channel.close(mode: .all, promise: nil)
                            return channel.eventLoop.makeSucceededFuture(nil)
                        }
                    )
                    var configuration = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: upgrade)
                    // A server may speak in the same packet in which it opens the web socket.
                    configuration.leftOverBytesStrategy = .forwardBytes
                    return try pipeline.configureUpgradableHTTPClientPipeline(configuration: configuration)
                }
            }
    }

    private static func handler(_ tls: NIOSSLContext, for host: String) throws -> NIOSSLClientHandler {
        do {
            return try NIOSSLClientHandler(context: tls, serverHostname: host)
        } catch let error as NIOSSLExtraError where error == .cannotUseIPAddressInSNI {
            return try NIOSSLClientHandler(context: tls, serverHostname: nil)
        }
    }

    private static func head(_ target: Target, _ fields: HTTPFields) -> HTTPRequestHead {
        var headers = HTTPHeaders([("Host", target.authority)])
        for field in fields { headers.add(name: field.name.rawName, value: field.value) }
        return HTTPRequestHead(version: .http1_1, method: .GET, uri: target.path, headers: headers)
    }

    private static func upgrader(_ limit: Int) -> NIOTypedWebSocketClientUpgrader<Frames?> {
        NIOTypedWebSocketClientUpgrader(maxFrameSize: min(limit, Int(UInt32.max))) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                    NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 0,
                        maxAccumulatedFrameCount: mostFrames,
                        maxAccumulatedFrameSize: limit
                    )
                )
                // Each message may be large: one is read ahead.
                return try Frames(
                    wrappingChannelSynchronously: channel,
                    configuration: .init(backPressureStrategy: .init(lowWatermark: 1, highWatermark: 1))
                )
            }
        }
    }
}
