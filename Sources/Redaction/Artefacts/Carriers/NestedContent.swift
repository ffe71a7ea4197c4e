import BoundedWork
import SecureMemory
import StrictJSON

/// A content that a text of another one holds: JSON, or text with files in base64.
struct NestedContent {
    /// The place of the text.
    let range: Range<Int>
    let content: SecureBytes
    /// Whether it is in a string of a program, which calls what it says by names.
    var isOfProgram = false
    private let notation: Notation

    /// Shortest text that is opened.
    private static let shortest = 8

    /// The content of a text, as it reads in its notation; nil if it is a plain text.
    ///
    /// - Parameter holdsFiles: Whether files in base64 make a content of it, too.
    init?(
        of range: Range<Int>,
        in source: UnsafeRawBufferPointer,
        _ notation: Notation,
        holdingFiles holdsFiles: Bool = true,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let text = source[range]
        guard text.count >= Self.shortest, let first = text.first(where: { $0 > 0x20 }),
            "{[\\&".utf8.contains(first) || holdsFiles && EmbeddedFiles.mayBe(in: text)
        else { return nil }
        let content = try notation.read(UnsafeRawBufferPointer(rebasing: text), budget: &budget)
        let isCarrier = try content.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            if try JSONCarrier(bytes, budget: &budget) != nil { return true }
            return holdsFiles ? try !EmbeddedFiles(in: bytes, budget: &budget).ranges.isEmpty : false
        }
        guard isCarrier else { return nil }
        (self.range, self.content, self.notation) = (range, content, notation)
    }

    /// Another content as a text in the place of this one.
    func written(_ content: SecureBytes) throws(OutOfMemory) -> SecureBytes {
        switch notation {
        case .plain, .jsonNumber: return content
        case .markup: return try content.escapingMarkup()
        case .jsonString, .script:
            var builder = try SecureBytesBuilder(capacity: content.count + content.count / 8)
            try builder.append(jsonString: content)
            let quoted = builder.finish()
            let text = quoted[1..<quoted.count - 1]
            return notation == .script ? try text.replacing(["'": "\\'", "`": "\\`", "<": "\\x3c", "$": "\\$"]) : text
        }
    }
}

extension SecureBytes {
    fileprivate func escapingMarkup() throws(OutOfMemory) -> SecureBytes {
        try replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
    }

    /// The bytes with texts in place of some of them.
    fileprivate func replacing(_ texts: [Unicode.Scalar: String]) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: count + count / 4)
        try withUnsafeBytes { (bytes) throws(OutOfMemory) in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                guard byte < 0x80, let text = texts[Unicode.Scalar(byte)] else { continue }
                try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
                try builder.append(text)
                start = index + 1
            }
            try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        return builder.finish()
    }
}
