public import SecureMemory

/// Reads a message of a ``BinaryWriter``, which may come from a process that somebody else controls.
///
/// ```swift
/// var reader = BinaryReader(message)
/// let name = try reader.string(maximumByteCount: 64)
/// let sizes = try reader.array(maximumCount: 100) { try $0.int() }
/// try reader.finish()
/// ```
/// Any bytes lead to values or to a ``BinaryError``. No length is believed before its bytes are there. A value is
/// never larger than the message, save for arrays: an element may take more room than its bytes in the message, which the
/// maximum count bounds.
///
/// A closure may throw anything. Any other error than ``BinaryError`` becomes ``BinaryError/invalidValue(offset:)``.
public struct BinaryReader: Sendable {
    private let message: SecureBytes
    /// The start of the next value, in bytes from the start of the message.
    public private(set) var offset = 0

    private static let longestWord = 64

    /// Starts at the first byte of `message`. Nobody may write to its memory meanwhile, as for any ``SecureBytes``.
    public init(_ message: SecureBytes) {
        self.message = message
    }

    /// Number of bytes that are not read yet.
    public var remaining: Int { message.count - offset }

    /// Reads a byte.
    public mutating func uint8() throws(BinaryError) -> UInt8 { try integer() }

    /// Reads 8 bytes.
    public mutating func uint64() throws(BinaryError) -> UInt64 { try integer() }

    /// Reads 8 bytes. The number may be negative.
    public mutating func int() throws(BinaryError) -> Int { Int(try integer() as Int64) }

    /// Reads the 8 bytes of IEEE 754. The number may be infinite, or none.
    public mutating func double() throws(BinaryError) -> Double { Double(bitPattern: try uint64()) }

    /// Reads a byte, which has to be 0 or 1.
    public mutating func bool() throws(BinaryError) -> Bool {
        try checked { reader in
            switch try reader.uint8() {
            case 0: false
            case 1: true
            default: nil
            }
        }
    }

    /// Reads the byte that stands for a case.
    public mutating func value<Value: RawRepresentable<UInt8>>(
        of type: Value.Type = Value.self
    ) throws(BinaryError) -> Value {
        try checked { Value(rawValue: try $0.uint8()) }
    }

    /// Reads the word that stands for a case.
    public mutating func word<Word: RawRepresentable<String>>(
        of type: Word.Type = Word.self
    ) throws(BinaryError) -> Word {
        try checked { Word(rawValue: try $0.string(maximumByteCount: Self.longestWord)) }
    }

    /// Reads a text in UTF-8.
    ///
    /// - Parameter limit: Bytes of the longest text.
    public mutating func string(maximumByteCount limit: Int) throws(BinaryError) -> String {
        let start = offset
        let text = try bytes(maximumCount: limit)
        let string = text.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        guard let string else { throw .malformedText(offset: start) }
        return string
    }

    /// Reads bytes, over the memory of the message.
    ///
    /// - Parameter limit: The largest number of bytes.
    public mutating func bytes(maximumCount limit: Int = .max) throws(BinaryError) -> SecureBytes {
        let start = offset
        let count = try count(limit: limit)
        guard count <= remaining else { throw .truncated(offset: start) }
        defer { offset += count }
        return message[offset..<offset + count]
    }

    /// Reads whether there is a value, and it with `read`, if there is.
    public mutating func optional<Value>(
        _ read: (inout BinaryReader) throws -> Value
    ) throws(BinaryError) -> Value? {
        try bool() ? try run(read) : nil
    }

    /// Reads elements with `read`.
    ///
    /// - Parameters:
    ///   - limit: The largest number of elements.
    ///   - read: Reads an element, which has a byte at least: there are never more elements than bytes.
    public mutating func array<Element>(
        maximumCount limit: Int,
        _ read: (inout BinaryReader) throws -> Element
    ) throws(BinaryError) -> [Element] {
        let start = offset
        let count = try count(limit: limit)
        guard count <= remaining else { throw .truncated(offset: start) }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try run(read)) }
        return elements
    }

    /// Reads a value of a type that not all bytes stand for.
    ///
    /// ```swift
    /// let size = try reader.checked { PixelSize(width: try $0.int(), height: try $0.int()) }
    /// ```
    /// - Parameter read: Returns nil for an invalid value.
    /// - Throws: ``BinaryError``, for nil, too.
    public mutating func checked<Value>(
        _ read: (inout BinaryReader) throws -> Value?
    ) throws(BinaryError) -> Value {
        let start = offset
        guard let value = try run(read) else { throw .invalidValue(offset: start) }
        return value
    }

    /// Makes sure that the message ends here.
    ///
    /// - Throws: ``BinaryError/trailingBytes(offset:)``.
    public func finish() throws(BinaryError) {
        guard remaining == 0 else { throw .trailingBytes(offset: offset) }
    }

    /// Calls `read`. A closure that throws one type of error would have to declare it everywhere.
    private mutating func run<Value>(_ read: (inout BinaryReader) throws -> Value) throws(BinaryError) -> Value {
        let start = offset
        do {
            return try read(&self)
        } catch let error as BinaryError {
            throw error
        } catch {
            throw .invalidValue(offset: start)
        }
    }

    private mutating func count(limit: Int) throws(BinaryError) -> Int {
        let start = offset
        // A count that does not fit an `Int` is beyond any limit, too.
        let count = Int(clamping: try uint64())
        guard count <= limit else { throw .tooLong(limit: limit, offset: start) }
        return count
    }

    private mutating func integer<Value: FixedWidthInteger>() throws(BinaryError) -> Value {
        let size = MemoryLayout<Value>.size
        guard size <= remaining else { throw .truncated(offset: offset) }
        defer { offset += size }
        return message.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self)) }
    }
}

/// Reason why bytes are not a message, with the byte at fault, counted from 0.
public enum BinaryError: Error, Equatable {
    /// The message ends before the end of the value that starts here.
    case truncated(offset: Int)
    /// A text or an array is longer than it may be.
    case tooLong(limit: Int, offset: Int)
    /// A text that is not UTF-8.
    case malformedText(offset: Int)
    /// A value that stands for nothing: a truth that is neither 0 nor 1, a number of no case.
    case invalidValue(offset: Int)
    /// Bytes after the end of the message.
    case trailingBytes(offset: Int)

    /// Place of the fault in the message.
    public var offset: Int {
        switch self {
        case .truncated(let offset), .tooLong(_, let offset), .malformedText(let offset), .invalidValue(let offset),
            .trailingBytes(let offset):
            offset
        }
    }
}

extension BinaryError: CustomStringConvertible {
    /// The fault, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .truncated(let offset): "the message ends inside the value at offset \(offset)"
        case .tooLong(let limit, let offset): "the value at offset \(offset) is longer than \(limit)"
        case .malformedText(let offset): "the text at offset \(offset) is not UTF-8"
        case .invalidValue(let offset): "the value at offset \(offset) has no meaning"
        case .trailingBytes(let offset): "the message has bytes after its end, from offset \(offset)"
        }
    }
}
