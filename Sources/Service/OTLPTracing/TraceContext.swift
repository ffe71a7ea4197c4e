public import Tracing

/// The place of a request in a trace, as services tell each other (W3C Trace Context, level 1).
public struct TraceContext: Sendable, Hashable {
    /// The name of the trace: 32 hexadecimal digits, not all of them 0.
    public let traceID: String
    /// The name of the span that comes before: 16 hexadecimal digits, not all of them 0.
    public let spanID: String
    /// Whether somebody wants to keep the trace.
    public let isSampled: Bool
    /// The fields of vendors, handed on unchanged; empty for none.
    public let state: String

    /// The fields that carry a context.
    public static let fields = (parent: "traceparent", state: "tracestate")

    /// The longest state that is handed on, in bytes.
    private static let longestState = 512
    /// The bytes of a parent of version 00: `00-` trace `-` span `-` flags.
    private static let length = 55

    /// Reads the values of the fields. Nil for a parent that is malformed: then there is none.
    ///
    /// - Parameters:
    ///   - parent: The value of `traceparent`. One of a later version may be longer, and is read as far as it is known.
    ///   - state: The value of `tracestate`; one that is malformed or too long is left behind.
    public init?(parent: String, state: String? = nil) {
        let bytes = Array(parent.utf8)
        let dash = UInt8(ascii: "-")
        guard bytes.count >= Self.length, [2, 35, 52].allSatisfy({ bytes[$0] == dash }) else { return nil }
        guard let version = Self.digits(bytes[0..<2]), version != "ff",
            let traceID = Self.digits(bytes[3..<35]), let spanID = Self.digits(bytes[36..<52]),
            let flags = Self.digits(bytes[53..<55]).flatMap({ UInt8($0, radix: 16) })
        else { return nil }
        guard bytes.count == Self.length || version != "00" && bytes[Self.length] == dash else { return nil }
        guard traceID.contains(where: { $0 != "0" }), spanID.contains(where: { $0 != "0" }) else { return nil }
        let state = state.flatMap { Self.isState($0) ? $0 : nil } ?? ""
        self.init(traceID: traceID, spanID: spanID, isSampled: flags & 1 == 1, state: state)
    }

    init(traceID: String, spanID: String, isSampled: Bool, state: String = "") {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.state = state
    }

    /// The value of `traceparent`.
    public var parent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// Bytes as text if all of them are hexadecimal digits in lower case.
    private static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
        let isDigit = { (byte: UInt8) in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        return bytes.allSatisfy(isDigit) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private static func isState(_ text: String) -> Bool {
        text.utf8.count <= longestState && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// So many hexadecimal digits, not all of them 0.
    static func randomDigits(_ count: Int) -> String {
        let bits = UInt64.random(in: 1 ... .max)
        let digits = String(bits, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return count > 16 ? padded + randomDigits(count - 16) : padded
    }
}

/// The key of a context among the values that tasks hand along.
private enum TraceContextKey: InstrumentationContextKey {
    typealias Value = TraceContext
    static var nameOverride: String? { "trace" }
}

extension InstrumentationContext {
    /// The place in a trace; nil where there is none yet.
    public var trace: TraceContext? {
        get { self[TraceContextKey.self] }
        set { self[TraceContextKey.self] = newValue }
    }
}
