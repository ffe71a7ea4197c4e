import Foundation
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

extension Color {
    /// The contrast ratio of two colours: from 1, for equal ones, to 21 (WCAG 2).
    func contrast(to other: Color) -> Double {
        let (first, second) = (relativeLuminance, other.relativeLuminance)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// The brightness of the colour, from 0 for black to 1 for white (WCAG 2).
    private var relativeLuminance: Double {
        func light(_ sample: UInt8) -> Double {
            let value = Double(sample) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
    }

    func blended(into background: Color, share: Double) -> Color {
        func blend(_ sample: UInt8, _ beneath: UInt8) -> UInt8 {
            UInt8((Double(beneath) + (Double(sample) - Double(beneath)) * share).rounded())
        }
        return Color(
            red: blend(red, background.red),
            green: blend(green, background.green),
            blue: blend(blue, background.blue)
        )
    }
}
