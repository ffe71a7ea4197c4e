/// What is drawn above the words of a message.
public enum Symbol: String, Sendable, CaseIterable {
    /// A closed padlock.
    case lock
    /// An eye, struck through.
    case eye
}
