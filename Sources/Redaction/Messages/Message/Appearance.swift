/// Whether a message is dark on light or light on dark.
public enum Appearance: String, Sendable, CaseIterable {
    /// Dark words on light grey.
    case light
    /// Light words on black, or on nearly black where the message is a card.
    case dark
    /// Light or dark like what surrounds the message.
    case automatic

    /// The schemes that the appearance may come to.
    var schemes: [ColorScheme] {
        switch self {
        case .light: [.light]
        case .dark: [.dark]
        case .automatic: [.light, .dark]
        }
    }
}

/// An appearance that is decided.
public enum ColorScheme: Sendable, Hashable {
    /// Dark words on light grey.
    case light
    /// Light words on black, or on nearly black where the message is a card.
    case dark
}
