import AgeEncryption
import BoundedWork
import Foundation
import ImageCore
import RawVideo
import Redaction
import Samples
import SecureMemory

@testable import Sealing

/// A redacted snapshot with what was sealed beside it.
struct SealedPicture {
    let snapshot: SecureBytes
    let result: Redactor.Result
    /// The whole sealed file.
    let sealed: SecureBytes

    static let identity = Result { try AgeIdentity() }

    /// Redacts a snapshot by the rules of a policy in JSON, and seals what is covered.
    init(_ snapshot: SecureBytes, rules: String, output: OutputOptions = OutputOptions()) throws {
        self.snapshot = snapshot
        let policy = try Policy(parsing: SecureBytes(copying: Array("{\"rules\":[\(rules)]}".utf8)))
        var request = RedactionRequest(snapshot, policy: policy, output: output)
        request.sealing = .wanted(recipients: 1)
        result = try Redactor().redact(request)
        guard let covered = result.covered else { throw MissingPixels() }
        let sealer = Sealer([try Self.identity.get().recipient])
        sealed = try sealer.seal(covered, of: result.image, Self.size(of: result), Self.receipt(of: result))
    }

    struct MissingPixels: Error {}

    var size: PixelSize { get throws { try Self.size(of: result) } }

    private static func size(of result: Redactor.Result) throws -> PixelSize {
        let snapshot = result.receipt.snapshot
        guard let size = PixelSize(width: snapshot.width, height: snapshot.height) else { throw MissingPixels() }
        return size
    }

    var receipt: SecureBytes { get throws { try Self.receipt(of: result) } }

    private static func receipt(of result: Redactor.Result) throws -> SecureBytes {
        try SecureBytes(copying: JSONEncoder().encode(result.receipt))
    }

    var content: SecureBytes { get throws { try AgeFile.open(sealed, with: [Self.identity.get()]) } }

    var pixels: SealedPixels { get throws { try SealedPixels(content: content) } }

    /// Whether the restored picture has the pixels of the snapshot, alpha included.
    var isRestored: Bool {
        get throws {
            let restored = try DecodedImage(decoding: pixels.restored(from: result.image))
            let sent = try DecodedImage(decoding: snapshot)
            guard restored.colorSpace == sent.colorSpace else { return false }
            let left = try restored.takePixels().withAlpha()
            let right = try sent.takePixels().withAlpha()
            let whole = PixelRect(left.size)
            return left.size == right.size && left.samples(in: whole) == right.samples(in: whole)
        }
    }
}

extension SealedPixels {
    /// Reads the content of a sealed file, which comes in pieces of 1000 bytes.
    init(content: SecureBytes) throws(UnsealingError) {
        var source = MemorySource(content, pieceByteCount: 1000)
        var text = PlainText { () throws(UnsealingError) in
            let piece = try source.piece(atMost: 1000)
            return piece.isEmpty ? nil : piece
        }
        guard case .picture(let head) = try SealedHead(reading: &text) else { throw .malformed("it is an artefact") }
        try self.init(head, reading: &text)
    }
}

/// Bytes in memory as a stream.
struct MemorySource: ByteSource {
    private var rest: SecureBytes
    private let pieceByteCount: Int

    init(_ bytes: SecureBytes, pieceByteCount: Int = .max) {
        (rest, self.pieceByteCount) = (bytes, pieceByteCount)
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int {
        let count = min(buffer.count, rest.count, pieceByteCount)
        rest[0..<count].withUnsafeBytes { buffer.copyMemory(from: $0) }
        rest = rest[count..<rest.count]
        return count
    }
}

/// A stream into memory.
struct MemorySink: ByteSink {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) {
        self.bytes += bytes
    }
}

/// Rules of policies.
enum Rules {
    static func region(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ style: String = black) -> String {
        "{\"target\":{\"region\":{\"x\":\(x),\"y\":\(y),\"width\":\(width),\"height\":\(height)}},\"style\":\(style)}"
    }

    static func screen(_ style: String = black) -> String { "{\"target\":\"screen\",\"style\":\(style)}" }

    static let black = ##"{"fill":{"color":"#000"}}"##
    static let blur = #"{"blur":{"radius":20}}"#
    static let veil = #"{"veil":{}}"#
}
