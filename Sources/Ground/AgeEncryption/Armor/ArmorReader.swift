import Base64Coding
import SecureMemory

/// Armour as it is taken off.
///
/// Lines end with LF or CRLF. Lines of white space may precede the armour and follow it, and nothing else. All base64
/// is canonical: 64 characters in every line but the last, which has 4 to 64 with its padding.
struct ArmorReader: ~Copyable, Sendable {
    private var stage = Stage.before
    /// Start of a line that has not ended yet.
    private var line: [UInt8] = []
    /// Bytes of white space outside the armour, of this stage.
    private var whiteSpaceByteCount = 0
    private var isIndented = false

    private enum Stage {
        case before
        case firstLine
        /// Lines of base64; whether another one may come.
        case body(isOpen: Bool)
        case after
    }

    /// Longer than any line that is allowed, with its line end.
    private static let longestLine = max(Armor.lineLength, Armor.firstLine.count) + 2

    /// Appends the bytes that a piece of armoured text stands for.
    mutating func append(_ text: UnsafeRawBufferPointer, into file: inout SecureBytesBuilder) throws(AgeError) {
        var rest = text[...]
        while let first = rest.first {
            switch stage {
            case .before:
                try skip(first)
                if case .before = stage { rest = rest.dropFirst() }
            case .after:
                guard Armor.isWhiteSpace(first) else { throw .malformedArmor("something follows its last line") }
                try countWhiteSpace()
                rest = rest.dropFirst()
            case .firstLine, .body:
                let end = rest.prefix(Self.longestLine - line.count).firstIndex(of: UInt8(ascii: "\n"))
                let count = end.map { $0 - rest.startIndex + 1 } ?? rest.count
                guard line.count + count <= Self.longestLine else { throw .malformedArmor("a line is too long") }
                line += rest.prefix(count)
                rest = rest.dropFirst(count)
                guard end != nil else { return }
                line.removeLast()
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                try finishLine(into: &file)
            }
        }
    }

    /// Checks that the armour is complete. Its last line needs no end.
    mutating func finish() throws(AgeError) {
        if case .body = stage, line == Armor.lastLine { return }
        guard case .after = stage else { throw .malformedArmor("its last line is missing; the file may be cut off") }
    }

    /// Looks at a byte before the armour.
    private mutating func skip(_ byte: UInt8) throws(AgeError) {
        guard Armor.isWhiteSpace(byte) else {
            guard !isIndented else { throw .malformedArmor("its first line is indented") }
            return stage = .firstLine
        }
        isIndented = byte != UInt8(ascii: "\n")
        try countWhiteSpace()
    }

    private mutating func countWhiteSpace() throws(AgeError) {
        whiteSpaceByteCount += 1
        guard whiteSpaceByteCount <= AgeLimits.maximumWhiteSpaceByteCount else {
            throw .tooLarge("more than \(AgeLimits.maximumWhiteSpaceByteCount) bytes of white space outside its armour")
        }
    }

    /// Reads the whole ``line``, without its end.
    private mutating func finishLine(into file: inout SecureBytesBuilder) throws(AgeError) {
        defer { line.removeAll(keepingCapacity: true) }
        guard case .body(let isOpen) = stage else {
            guard line == Armor.firstLine else { throw .malformedArmor("its first line is another one") }
            return stage = .body(isOpen: true)
        }
        guard line != Armor.lastLine else {
            whiteSpaceByteCount = 0
            return stage = .after
        }
        guard isOpen else { throw .malformedArmor("something is between its base64 and its last line") }
        stage = .body(isOpen: try decodeLine(into: &file))
    }

    /// Appends the bytes of a line of base64, and returns whether another one may follow.
    private func decodeLine(into file: inout SecureBytesBuilder) throws(AgeError) -> Bool {
        guard !line.isEmpty, line.count <= Armor.lineLength, line.count.isMultiple(of: 4) else {
            throw .malformedArmor("a line is empty, too long, or not padded")
        }
        let line = line
        var count: Int?
        do {
            try file.appendInPlace(minimum: Armor.lineByteCount) { free in
                count = try? line.withUnsafeBytes { try Base64.decode($0, into: free) }
                return count ?? 0
            }
        } catch {
            throw .outOfMemory(error)
        }
        guard count != nil else { throw .malformedArmor("a line is not canonical base64") }
        return count == Armor.lineByteCount
    }
}
