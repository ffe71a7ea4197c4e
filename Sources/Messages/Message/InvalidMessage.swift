/// Why a message cannot be.
public struct InvalidMessage: Error, Equatable, CustomStringConvertible {
    /// Which part of it is at fault.
    public let member: Message.Member
    /// What is wrong with that: a sentence that lacks its subject.
    public let message: String

    init(_ member: Message.Member, _ message: String) {
        self.member = member
        self.message = message
    }

    /// A whole sentence: `the text is empty`.
    public var description: String { "the \(member.rawValue) \(message)" }
}

extension Message {
    /// The parts of a message, by the names that policies have for them.
    public enum Member: String, Sendable, CaseIterable {
        /// The line above the text.
        case title
        /// What it says.
        case text
        /// The colour of the words.
        case textColor
        /// The colour behind them.
        case background
        /// Light or dark.
        case appearance
        /// How large the text is.
        case textSize
        /// What is drawn above.
        case symbol
    }
}
