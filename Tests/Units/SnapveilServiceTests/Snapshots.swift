import Detection
import Foundation
import HTTPParsing
import HTTPServer
import HTTPTypes
import ImageCore
import Logging
import PolicyLibrary
import Redaction
import SecureMemory

@testable import ImageFixtures
@testable import RedactionJobs
@testable import SnapveilService

/// A small snapshot with a coloured square in its middle.
enum Snapshots {
    /// The formats that can be written, too.
    static let formats: [ImageFormat] = [.png, .jpeg, .webp, .ktx]

    /// 40 x 30 pixels, white, `#C83214` from 10,10 to 29,19.
    static func file(_ format: ImageFormat) throws -> SecureBytes {
        guard let size = PixelSize(width: 40, height: 30),
            let square = PixelRect(x: 10, y: 10, width: 20, height: 10).flatMap({ PaintArea($0) })
        else { throw CocoaError(.featureUnsupported) }
        var pixels = try PixelBuffer(size, format: .rgb, filledWith: .white)
        try Fill(color: Color(red: 200, green: 50, blue: 20)).apply(to: &pixels, in: square)
        let texture = TextureFixture(
            picture: Picture(width: 40, height: 30, channels: 3) { x, y, channel in
                (10..<30).contains(x) && (10..<20).contains(y) ? [200, 50, 20][channel] : 255
            }
        )
        return switch format {
        case .png: try pixels.encoded(.png())
        case .jpeg: try pixels.encoded(.jpeg(quality: 95))
        case .webp: try pixels.encoded(.webP())
        case .ktx: try SecureBytes(copying: texture.ktx(isCompressed: true))
        case .heic: throw CocoaError(.featureUnsupported)
        }
    }

    /// 40 x 30 pixels of noise, of which no 16 bytes occur anywhere by accident.
    static func noise(_ format: ImageFormat) throws -> SecureBytes {
        let picture = Picture.noise(40, 30, channels: 3, seed: 50)
        let png = try SecureBytes(copying: ChunkedPNG(holding: picture).bytes)
        return switch format {
        case .png: png
        case .jpeg: try SecureBytes(copying: JPEGFixture(width: 40, height: 30).encode(picture))
        case .webp: try DecodedImage(decoding: png).takePixels().encoded(.webP())
        case .ktx: try SecureBytes(copying: TextureFixture(picture: picture).ktx(isCompressed: true))
        case .heic: throw CocoaError(.featureUnsupported)
        }
    }
}

extension SecureBytes {
    init(_ text: String) throws(OutOfMemory) {
        try self.init(copying: Array(text.utf8))
    }

    var array: [UInt8] { withUnsafeBytes(Array.init) }
    var text: String { String(decoding: array, as: UTF8.self) }
    var base64: String { Data(array).base64EncodedString() }
}

/// What a client sees of a reply.
struct Reply {
    let status: Int
    let fields: HTTPFields
    let body: SecureBytes

    /// The body as JSON.
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body.array))) as? [String: Any] ?? [:]
    }

    /// The last part of a problem's type.
    var problem: String? {
        (json["type"] as? String).flatMap { $0.hasPrefix("urn:snapveil:problem:") ? String($0.dropFirst(21)) : nil }
    }
}

extension Reply {
    init(_ response: HTTPServerResponse) {
        self.init(status: response.head.status.code, fields: response.head.headerFields, body: response.body)
    }
}

/// Sends requests to a handler as the server would: refused by the head, else with the body.
struct Client {
    let handler: Chain
    let state: ServiceState
    let gatekeeper: Gatekeeper
    let pool: WorkerPool

    init(
        queueLimit: Int = 4,
        limits: DecodingLimits = DecodingLimits(),
        workBytes: Int = 1 << 30,
        timeLimit: Duration = .seconds(600),
        detector: Detector? = nil,
        minimumAssurance: MinimumAssurance = .obscured,
        catalogue: Catalogue = Catalogue(),
        policyOnly: Bool = false,
        takesPhases: Bool = true,
        requiresCover: Bool = false,
        forbidsSealing: Bool = false,
        keys: KeyRing? = nil,
        origins: Set<String> = [],
        playground: Playground? = nil,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        metrics: RequestMetrics = .none
    ) {
        gatekeeper = Gatekeeper(keys)
        let demands = ServerPolicies.Demands(
            isExclusive: policyOnly,
            minimumAssurance: minimumAssurance,
            takesPhases: takesPhases,
            requiresCover: requiresCover,
            forbidsSealing: forbidsSealing
        )
        var setup = WorkSetup()
        setup.limits = limits
        setup.workBytes = workBytes
        setup.demands = demands
        let terms = WorkerPool.Terms(
            queue: JobQueue.Bounds(workers: 1, queue: queueLimit),
            setup: setup,
            regionBytes: 0,
            timeLimit: timeLimit,
            idleBytes: 0
        )
        pool = WorkerPool(terms, detector)
        let policies = ServerPolicies(catalogue: catalogue, demands: demands, material: pool.use(catalogue))
        state = ServiceState(pool, policies)
        handler = Chain(
            crossOrigin: CrossOrigin(allowedOrigins: Set(origins.compactMap(WebOrigin.init))),
            gatekeeper: gatekeeper,
            routes: Routes(
                pool: pool,
                state: state,
                documents: PublicDocument.replies,
                playground: playground
            ),
            record: Record(log: AccessLog(logger: logger), metrics: metrics)
        )
    }

    func send(
        _ method: HTTPRequest.Method = .post,
        _ path: String,
        _ fields: HTTPFields = [:],
        body: SecureBytes = SecureBytes()
    ) async throws -> Reply {
        let head = HTTPRequest(method: method, scheme: "http", authority: "test", path: path, headerFields: fields)
        switch handler.answer(try HTTPServerRequest(head)) {
        case .reply(let response): return Reply(response)
        case .afterBody(_, let respond): return Reply(await respond(body))
        }
    }
}

extension HTTPServerAnswer {
    /// The reply by the head alone; nil if the body is to be read.
    var reply: HTTPServerResponse? {
        if case .reply(let response) = self { response } else { nil }
    }
}

extension HTTPServerRequest {
    /// A request over loopback, with the secrets among its fields kept apart as the parser does.
    init(_ head: HTTPRequest) throws {
        var secrets = SecretFields()
        for field in head.headerFields where SecretFields.names.contains(field.name.canonicalName) {
            secrets.append(try SecureBytes(copying: field.value.utf8), for: field.name)
        }
        let address = SocketAddress(host: "127.0.0.1", port: 1)
        self.init(head: head, secrets: secrets, remoteAddress: address)
    }
}
