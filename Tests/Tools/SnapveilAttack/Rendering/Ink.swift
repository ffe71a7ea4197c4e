import ImageCore

/// The colours of a code and of the card that it stands on.
enum Ink: String, Sendable, CaseIterable {
    /// Near black on white, as phones set text.
    case black
    /// Red on white: JPEG keeps most of it in the coarser chroma planes.
    case red

    /// The colour of the digits.
    var color: Color {
        switch self {
        case .black: Color(red: 0x1C, green: 0x1C, blue: 0x1E)
        case .red: Color(red: 0xFF, green: 0, blue: 0)
        }
    }
}
