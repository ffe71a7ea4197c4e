/// Something sensitive that a text says: what it is and where, never the value.
public struct SensitiveFinding: Equatable, Sendable {
    /// What was found.
    public let kind: SensitiveKind
    /// The rules that a ``SensitiveKind/nationalNumber`` follows; nil for other kinds.
    public let scheme: NumberScheme?
    /// How sure it is, 0...1: 0.9 and more with a check digit and a label, or a form that nothing else has.
    public let score: Double
    /// Where the value is, in reading order: one span, or one for each piece that holds a part of it.
    public let spans: [TextSpan]
}

/// A part of a piece of text.
public struct TextSpan: Equatable, Sendable {
    /// The index of the piece, in the order in which pieces were appended.
    public let piece: Int
    /// The Unicode scalars of the piece, counted from its first. Never empty.
    public let scalars: Range<Int>
}
