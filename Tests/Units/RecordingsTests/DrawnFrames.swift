import ImageCore
import RawVideo
import Redaction
import SecureMemory

@testable import Recordings

/// A recording in memory, and what is made of it.
struct DrawnRecording {
    let format: RawVideoFormat
    var frames: [(bytes: [UInt8], time: Int64)] = []

    /// - Parameter ticks: Units of time in a second.
    init(width: Int = 64, height: Int = 48, _ layout: FrameLayout = .yuv420, ticks: Int = 1000) throws {
        guard let base = Ratio(1, ticks),
            let format = RawVideoFormat(width: width, height: height, layout: layout, timeBase: base)
        else { throw RawVideoError.notVideo }
        self.format = format
    }

    /// Adds a frame of samples of one value, but for those that `change` gives another.
    mutating func add(at time: Int64, filledWith value: UInt8 = 200, _ change: (inout [UInt8]) -> Void = { _ in }) {
        var bytes = [UInt8](repeating: value, count: format.byteCount)
        change(&bytes)
        frames.append((bytes, time))
    }

    /// The bytes of the recording as NUT.
    func encoded() throws -> [UInt8] {
        let sink = MemorySink()
        var writer = try NUTWriter(sink, format: format)
        for frame in frames { try frame.bytes.withUnsafeBytes { try writer.write($0, at: frame.time) } }
        return sink.bytes.value
    }

    /// Reads a recording from NUT.
    init(decoding bytes: [UInt8]) throws {
        let limits = NUTLimits(width: 4096, height: 4096, pixelCount: 1 << 24)
        var reader = try NUTReader(MemorySource(bytes), limits: limits)
        format = reader.format
        var frame = [UInt8](repeating: 0, count: format.byteCount)
        while let time = try frame.withUnsafeMutableBytes({ try reader.next(into: $0) }) {
            frames.append((frame, time))
        }
    }

    /// What becomes of it by a policy, and the receipt.
    func redacted(
        by policy: Policy,
        grid: RecordingTerms.Grid = .macroblocks,
        requiresCover: Bool = false
    ) throws -> (recording: DrawnRecording, receipt: RecordingReceipt) {
        let sink = MemorySink()
        let redactor = Self.redactor(policy, grid: grid, requiresCover: requiresCover)
        let receipt = try redactor.redact(from: MemorySource(encoded()), to: sink)
        return (try DrawnRecording(decoding: sink.bytes.value), receipt)
    }

    /// The contact sheet of it by a policy.
    func sheet(by policy: Policy) throws -> SecureBytes {
        try Self.redactor(policy).preview(MemorySource(encoded())).sheet
    }

    private static func redactor(
        _ policy: Policy,
        grid: RecordingTerms.Grid = .macroblocks,
        requiresCover: Bool = false
    ) -> RecordingRedactor {
        let colors = VideoColors(.bt601, isFullRange: false)
        let terms = RecordingTerms(codec: "vp8", grid: grid, colors: colors, linger: 0.5)
        let request = RedactionRequest(SecureBytes(), policy: policy, requiresCover: requiresCover)
        return RecordingRedactor(request, by: Redactor(), terms)
    }
}

struct MemorySource: ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}

struct MemorySink: ByteSink {
    final class Bytes { var value: [UInt8] = [] }

    let bytes = Bytes()

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) { self.bytes.value += bytes }
}

extension Policy {
    /// A policy of rules in JSON.
    init(ofRules rules: String) throws {
        try self.init(parsing: SecureBytes(copying: Array("{ \"rules\": [\(rules)] }".utf8)))
    }
}
