/// Why bytes are not a message, and at which byte, counted from 0.
public enum BinaryError: Error, Equatable {
    /// The message ends before what starts here does.
    case truncated(offset: Int)
    /// A text or an array is longer than it may be.
    case tooLong(limit: Int, offset: Int)
    /// A text that is not UTF-8.
    case malformedText(offset: Int)
    /// A value that stands for nothing: a truth that is neither 0 nor 1, a number of no case.
    case invalidValue(offset: Int)
    /// Bytes after the end of the message.
    case trailingBytes(offset: Int)

    /// Where in the message the fault is.
    public var offset: Int {
        switch self {
        case .truncated(let offset), .tooLong(_, let offset), .malformedText(let offset), .invalidValue(let offset),
            .trailingBytes(let offset):
            offset
        }
    }
}

extension BinaryError: CustomStringConvertible {
    /// What is wrong, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .truncated(let offset): "the message ends within what starts at offset \(offset)"
        case .tooLong(let limit, let offset): "what starts at offset \(offset) is longer than \(limit)"
        case .malformedText(let offset): "the text at offset \(offset) is not UTF-8"
        case .invalidValue(let offset): "the value at offset \(offset) stands for nothing"
        case .trailingBytes(let offset): "the message goes on at offset \(offset), where it has to end"
        }
    }
}
