import ImageCore

/// Colours of a message: those of iOS (systemGroupedBackground, label, secondaryLabel) unless the message has its own.
struct Palette: Hashable {
    let background: Color
    let title: Color
    let text: Color

    /// Chooses the colours of a message: its own first, then an automatic appearance like its surroundings.
    init(_ message: Message, surroundings: ColorScheme, isCard: Bool) {
        let scheme = Self.scheme(of: message, surroundings: surroundings)
        let background = message.background ?? (isCard ? scheme.cardBackground : scheme.background)
        // On a background of the message's own, the label of the other appearance may be the legible one.
        let isReadable = scheme.label.contrast(to: background) >= scheme.other.label.contrast(to: background)
        let label = isReadable ? scheme.label : scheme.other.label
        self.background = background
        title = message.textColor ?? label
        text = message.textColor ?? label.blended(into: background, share: 0.55)
    }

    private init(background: Color, title: Color, text: Color) {
        self.background = background
        self.title = title
        self.text = text
    }

    private static func scheme(of message: Message, surroundings: ColorScheme) -> ColorScheme {
        switch message.appearance {
        case .light: return .light
        case .dark: return .dark
        case .automatic:
            guard let textColor = message.textColor else { return surroundings }
            return surroundings.contrast(of: textColor) >= Message.minimumContrast ? surroundings : surroundings.other
        }
    }

    func converted(to space: ColorSpace) -> Palette {
        Palette(
            background: background.converted(to: space),
            title: title.converted(to: space),
            text: text.converted(to: space)
        )
    }
}

extension ColorScheme {
    var background: Color { self == .light ? Color(red: 0xF2, green: 0xF2, blue: 0xF7) : .black }
    /// The colour behind a card. That of a dark card is lighter than black, so that it shows on a dark screen.
    var cardBackground: Color { self == .light ? background : Color(red: 0x1C, green: 0x1C, blue: 0x1E) }
    /// The least contrast that words in `color` have to a background of this scheme.
    func contrast(of color: Color) -> Double { min(color.contrast(to: background), color.contrast(to: cardBackground)) }
    var label: Color { self == .light ? .black : .white }
    var other: ColorScheme { self == .light ? .dark : .light }
}
