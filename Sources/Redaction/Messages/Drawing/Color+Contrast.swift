import Foundation
import ImageCore

extension Color {
    /// The contrast ratio of two colours: from 1, where they cannot be told apart, to 21 (WCAG 2).
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

    /// A mixture of `share` of this colour with the rest of another.
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
