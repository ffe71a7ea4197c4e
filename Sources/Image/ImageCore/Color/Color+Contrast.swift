extension Color {
    /// The contrast ratio of two colours: from 1, for equal ones, to 21 (WCAG 2). Both are samples of `space`.
    public func contrast(to other: Color, in space: ColorSpace = .sRGB) -> Double {
        let (first, second) = (relativeLuminance(in: space), other.relativeLuminance(in: space))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// The mixture of `share`, 0 to 1, of this colour with `background`, sample by sample.
    public func blended(into background: Color, share: Double) -> Color {
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
