import BoundedWork
import Glibc
import SecureMemory

/// The functions on strings (XPath 1.0, section 4.2). Characters are Unicode scalars: in UTF-8, a byte that continues none
/// and those behind it that do.
extension Evaluator {
    /// Bytes of a text between two questions to the budget.
    private static var pieceByteCount: Int { 65_536 }

    mutating func length(of text: Text) throws(XPathEvaluationError) -> Int {
        try budget.pay(bytes: text.range.count)
        return withBytes(of: text) { $0.count { !UTF8.isContinuation($0) } }
    }

    mutating func areIdentical(_ left: Text, _ right: Text) throws(XPathEvaluationError) -> Bool {
        guard left.range.count == right.range.count else { return false }
        try budget.pay(bytes: left.range.count)
        return withBytes(of: left) { left in withBytes(of: right) { right in holds(left, right, at: 0) } }
    }

    mutating func starts(_ text: Text, with prefix: Text) throws(XPathEvaluationError) -> Bool {
        guard prefix.range.count <= text.range.count else { return false }
        return try areIdentical(text.slice(0..<prefix.range.count), prefix)
    }

    mutating func find(_ part: Text, in text: Text) throws(XPathEvaluationError) -> Int? {
        let end = text.range.count - part.range.count + 1
        for start in stride(from: 0, to: end, by: Self.pieceByteCount) {
            let places = start..<min(start + Self.pieceByteCount, end)
            // The cost if each place looks like the right one up to the last byte. Neither has more than 2 GiB.
            try budget.pay(bytes: places.count * max(part.range.count, 1))
            let found = withBytes(of: text) { text in
                withBytes(of: part) { part in places.first { holds(text, part, at: $0) } }
            }
            if let found { return found }
        }
        return nil
    }

    private func holds(_ text: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard let start = text.baseAddress, let other = part.baseAddress else { return part.isEmpty }
        return memcmp(start + offset, other, part.count) == 0
    }

    /// The characters at the positions, counted from 1, that are `start` or more and less than `end`.
    mutating func substring(of text: Text, from start: Double, to end: Double) throws(XPathEvaluationError) -> Text {
        try budget.pay(bytes: text.range.count)
        let bounds = withBytes(of: text) { bytes in
            var position = 0.0
            var lower: Int?
            for (offset, byte) in bytes.enumerated() where !UTF8.isContinuation(byte) {
                position += 1
                let isInside = position >= start && position < end
                if isInside, lower == nil { lower = offset }
                if !isInside, let lower { return lower..<offset }
            }
            return lower.map { $0..<bytes.count } ?? 0..<0
        }
        return text.slice(bounds)
    }

    mutating func concatenate(_ texts: [Text]) throws(XPathEvaluationError) -> Text {
        try write(atMost: texts.reduce(0) { $0 + $1.range.count }) { free, bytes in
            var count = 0
            for text in texts {
                UnsafeMutableRawBufferPointer(rebasing: free[count...]).copyMemory(from: bytes(text))
                count += text.range.count
            }
            return count
        }
    }

    mutating func normalizingSpace(in text: Text) throws(XPathEvaluationError) -> Text {
        try write(atMost: text.range.count) { free, bytes in
            var count = 0
            var followsSpace = false
            for byte in bytes(text) {
                if byte.isXPathSpace {
                    followsSpace = count > 0
                    continue
                }
                if followsSpace {
                    free[count] = UInt8(ascii: " ")
                    count += 1
                    followsSpace = false
                }
                free[count] = byte
                count += 1
            }
            return count
        }
    }

    /// Replaces each character of `text` that is in `originals` by the one at the same place in `replacements`, or by
    /// nothing if that is shorter.
    mutating func translate(
        _ text: Text,
        from originals: Text,
        to replacements: Text
    ) throws(XPathEvaluationError) -> Text {
        var originals = try characters(of: originals)
        var replacements = try characters(of: replacements)
        defer {
            originals.wipe()
            replacements.wipe()
        }
        let start = written.count
        for piece in pieces(of: text) {
            let count = try length(of: piece)
            try budget.pay(1 + count * originals.count / 4)
            // No character has more than 4 bytes.
            _ = try write(atMost: 4 * count) { free, bytes in
                Self.translate(bytes(piece), from: originals, to: replacements, into: free)
            }
        }
        return Text(source: .written, range: start..<written.count)
    }

    /// Writes the characters of a text, replaced one by one, and returns the bytes written to `free`.
    private static func translate(
        _ text: UnsafeRawBufferPointer,
        from originals: [UInt32],
        to replacements: [UInt32],
        into free: UnsafeMutableRawBufferPointer
    ) -> Int {
        var end = 0
        for character in Characters(text) {
            var kept = character
            if let index = originals.firstIndex(of: character) {
                guard index < replacements.count else { continue }
                kept = replacements[index]
            }
            repeat {
                free[end] = UInt8(truncatingIfNeeded: kept)
                kept >>= 8
                end += 1
            } while kept != 0
        }
        return end
    }

    private func pieces(of text: Text) -> [Text] {
        withBytes(of: text) { bytes in
            var pieces: [Text] = []
            var start = 0
            while start < bytes.count {
                var end = min(start + Self.pieceByteCount, bytes.count)
                while end < bytes.count, UTF8.isContinuation(bytes[end]) { end += 1 }
                pieces.append(text.slice(start..<end))
                start = end
            }
            return pieces
        }
    }

    /// The characters of `text`, to be wiped.
    private mutating func characters(of text: Text) throws(XPathEvaluationError) -> [UInt32] {
        try budget.pay(bytes: 4 * text.range.count)
        return withBytes(of: text) { bytes in
            var characters: [UInt32] = []
            // Memory that the array outgrew would not be wiped.
            characters.reserveCapacity(bytes.count)
            characters.append(contentsOf: Characters(bytes))
            return characters
        }
    }

    /// Lets `body` write a string of at most `limit` bytes to the first argument and return its length. The second argument gives
    /// the bytes of other strings, which are valid until `body` returns.
    mutating func write(
        atMost limit: Int,
        _ body: (UnsafeMutableRawBufferPointer, (Text) -> UnsafeRawBufferPointer) -> Int
    ) throws(XPathEvaluationError) -> Text {
        try budget.pay(bytes: limit)
        let start = written.count
        let document = document
        do {
            try written.appendInPlace(minimum: limit) { free in
                guard let end = free.baseAddress else { return 0 }
                let written = UnsafeRawBufferPointer(start: end - start, count: start)
                return body(free) { text in
                    UnsafeRawBufferPointer(rebasing: (text.source == .document ? document : written)[text.range])
                }
            }
        } catch {
            throw .unfinished(.outOfMemory(error))
        }
        return Text(source: .written, range: start..<written.count)
    }
}

extension [UInt32] {
    fileprivate mutating func wipe() {
        withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
    }
}

/// The characters of a string in UTF-8, each as its bytes, the first one lowest. Bytes that are no UTF-8 become characters of up
/// to four bytes as well, and none is lost. They are only compared and copied, and decoding costs a path with `translate` 5 %.
struct Characters: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    /// - Precondition: `bytes` stay valid until the last character is read.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next() -> UInt32? {
        guard offset < bytes.count else { return nil }
        var character = UInt32(bytes[offset])
        offset += 1
        for shift: UInt32 in [8, 16, 24] {
            guard offset < bytes.count, UTF8.isContinuation(bytes[offset]) else { break }
            character |= UInt32(bytes[offset]) << shift
            offset += 1
        }
        return character
    }
}
