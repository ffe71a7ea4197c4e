import BoundedWork
import SecureMemory

/// The text of a page source, taken out of what it is sent in: an encoding, the reply of a driver, what a shell adds.
struct SourceText {
    /// The text, in UTF-8 that declares no other encoding, with nothing in front.
    let bytes: SecureBytes
    /// What the text is written in.
    let notation: Notation

    /// What a page source is written in, by its first character.
    enum Notation {
        case xml
        case json
    }

    /// Takes the text out of what was sent.
    ///
    /// - Parameters:
    ///   - source: As it was sent.
    ///   - limits: Bounds on the bytes, before and after they are decoded.
    ///   - cancellation: Tells whether the text is still wanted.
    init(
        unwrapping source: SecureBytes,
        limits: HierarchyLimits,
        _ cancellation: Cancellation
    ) throws(HierarchyError) {
        let text = try SourceDecoder(limits: limits, cancellation: cancellation).decode(source)
        try self.init(text, isReplied: false)
    }

    /// Looks into a text for a page source, or for a reply of WebDriver that holds one.
    ///
    /// - Parameters:
    ///   - text: UTF-8, whatever it declares.
    ///   - isReplied: Whether it was found in a reply already.
    private init(_ text: SecureBytes, isReplied: Bool) throws(HierarchyError) {
        let text = text.withoutMargin
        if let lookalike = text.withUnsafeBytes(Lookalike.init(startOf:)) {
            throw HierarchyError(.lookalike(lookalike))
        }
        switch text.withUnsafeBytes(\.first) {
        case UInt8(ascii: "<"):
            self.init(bytes: try text.withoutDumpMessage.declaringUTF8(), notation: .xml)
        case UInt8(ascii: "["):
            self.init(bytes: text, notation: .json)
        case UInt8(ascii: "{"):
            guard let reply = try WebDriverReply(text) else {
                self.init(bytes: text, notation: .json)
                return
            }
            guard !isReplied else { throw HierarchyError(.nestedReply) }
            try self.init(reply.value, isReplied: true)
        default:
            throw HierarchyError(.unknownFormat)
        }
    }

    private init(bytes: SecureBytes, notation: Notation) {
        self.bytes = bytes
        self.notation = notation
    }
}
