import BoundedWork
import SecureMemory
import TextAlgorithms

/// Conversion of a page source into UTF-8.
///
/// The first bytes go before the declaration: editors and shells convert a text without looking at its declaration.
struct SourceDecoder {
    let limits: HierarchyLimits
    let cancellation: Cancellation

    /// The text in UTF-8, perhaps with something in front, and with its old declaration.
    func decode(_ source: SecureBytes) throws(HierarchyError) -> SecureBytes {
        if let start = source.withUnsafeBytes(WideStart.init(of:)) {
            guard let encoding = start.encoding else { throw HierarchyError(.unknownEncoding) }
            return try convert(source[start.markByteCount..<source.count], from: encoding)
        }
        if source.hasByteOrderMark { return source }
        let text = source.withoutMargin
        guard let encoding = try declaredEncoding(of: text), encoding != .utf8 else { return text }
        switch text.withUnsafeBytes(ByteContent.init(of:)) {
        case .ascii:
            return text
        case .utf8:
            // A text that was UTF-16 once is declared so still. Any other encoding could have such bytes by chance.
            guard encoding.isUnicode else { throw HierarchyError(.ambiguousEncoding) }
            return text
        case .other:
            guard !encoding.isUnicode else { throw HierarchyError(.notUTF8) }
            return try convert(text, from: encoding)
        }
    }

    private func declaredEncoding(of text: SecureBytes) throws(HierarchyError) -> TextEncoding? {
        try text.withUnsafeBytes { (bytes) throws(HierarchyError) in
            guard let declaration = XMLDeclaration(startOf: bytes) else { return nil }
            guard let encoding = TextEncoding(declared: bytes[declaration.encoding]) else {
                throw HierarchyError(.unknownEncoding)
            }
            return encoding
        }
    }

    private func convert(_ source: SecureBytes, from encoding: TextEncoding) throws(HierarchyError) -> SecureBytes {
        let converter = try EncodingConverter(from: encoding)
        return try converter.convert(source, limits: limits, cancellation)
    }
}

/// Evidence of the first bytes of a text whose characters have more than one byte each (XML 1.0, appendix F.1).
private struct WideStart {
    let encoding: TextEncoding?
    let markByteCount: Int

    /// Reads the start of `bytes`; nil if they start like text of single bytes.
    init?(of bytes: UnsafeRawBufferPointer) {
        let four = Array(bytes.prefix(4))
        switch (four.first ?? 1, four.dropFirst().first ?? 1) {
        case (0xFF, 0xFE) where Array(four.dropFirst(2)) == [0, 0]: self.init(encoding: nil, markByteCount: 4)
        case (0xFF, 0xFE): self.init(encoding: .utf16LittleEndian, markByteCount: 2)
        case (0xFE, 0xFF): self.init(encoding: .utf16BigEndian, markByteCount: 2)
        case (0, 0): self.init(encoding: nil, markByteCount: 0)
        case (_, 0) where Array(four.dropFirst(2)) == [0, 0]: self.init(encoding: nil, markByteCount: 0)
        case (_, 0): self.init(encoding: .utf16LittleEndian, markByteCount: 0)
        case (0, _): self.init(encoding: .utf16BigEndian, markByteCount: 0)
        default: return nil
        }
    }

    private init(encoding: TextEncoding?, markByteCount: Int) {
        self.encoding = encoding
        self.markByteCount = markByteCount
    }
}

private enum ByteContent {
    case ascii
    case utf8
    case other

    init(of bytes: UnsafeRawBufferPointer) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self = .ascii
        } else {
            self = UTF8Scalars.isWellFormed(bytes) ? .utf8 : .other
        }
    }
}
