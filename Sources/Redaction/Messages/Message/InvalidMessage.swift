/// Why there can be no such message, and which part is at fault.
public struct InvalidMessage: Error, Equatable, CustomStringConvertible {
    /// The part of the message that is at fault.
    public let member: Message.Member
    /// What is wrong with the part: a sentence that lacks its subject.
    public let message: String

    init(_ member: Message.Member, _ message: String) {
        self.member = member
        self.message = message
    }

    /// A whole sentence: `the text is empty`.
    public var description: String { "the \(member.rawValue) \(message)" }
}

extension Message {
    /// The parts of a message by the names that policies use.
    public enum Member: String, Sendable, CaseIterable {
        /// The line above the text.
        case title
        /// The text of the message.
        case text
        /// The colour of the words.
        case textColor
        /// The colour behind the words.
        case background
        /// Whether the message is light or dark.
        case appearance
        /// The height of the text.
        case textSize
        /// The symbol above the words.
        case symbol
    }
}
