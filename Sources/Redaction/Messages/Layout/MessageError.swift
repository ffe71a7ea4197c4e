import BoundedWork
public import SecureMemory

/// Why a message was not drawn.
public enum MessageError: Error, Equatable, CustomStringConvertible {
    /// The installed fonts lack a character of the message.
    case missingGlyph(Message.Member, Unicode.Scalar)
    /// A part of the message would not be seen, as all of its characters are blank.
    case blank(Message.Member)
    /// There are no fonts at all.
    case noFonts
    /// There is no memory to draw the message.
    case outOfMemory(OutOfMemory)
    /// Nobody waits for the message any more.
    case cancelled

    /// The drawing was not finished.
    init(_ failure: WorkFailure) {
        switch failure {
        case .outOfMemory(let error): self = .outOfMemory(error)
        case .cancelled: self = .cancelled
        }
    }

    /// The part of the message that is at fault; nil where it is not the message.
    public var member: Message.Member? {
        switch self {
        case .missingGlyph(let member, _), .blank(let member): member
        case .noFonts, .outOfMemory, .cancelled: nil
        }
    }

    /// What is wrong, as a sentence for the author of the message.
    public var description: String {
        switch self {
        case .missingGlyph(let member, let scalar):
            "the \(member.rawValue) holds \(scalar.codePoint), which no font that is installed here can draw"
        case .blank(let member): "the \(member.rawValue) has no character that can be seen"
        case .noFonts: "there are no fonts here to write it in"
        case .outOfMemory(let error): error.description
        case .cancelled: "the work was cancelled"
        }
    }
}
