/// What is drawn above the words of a message.
public enum Symbol: String, Sendable, CaseIterable {
    /// A closed padlock: the screen is locked.
    case lock
    /// An eye, struck through: the content is hidden.
    case eye
}
