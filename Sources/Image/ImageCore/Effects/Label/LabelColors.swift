/// The colours of a label: of its ground, the edge of that, and its words.
struct LabelColors: Hashable {
    let ground: Color
    let edge: Color
    let words: Color

    /// The least contrast of the words to the ground (WCAG 2, level AA).
    static let minimumContrast = 4.5
    /// The contrast beyond which the words are drawn nearer to the ground (WCAG 2, level AAA).
    private static let enough = 7.0
    /// Share of black or white in the ground, so that a label shows on a plain background.
    private static let tint = 0.08
    /// Share of black or white in the edge.
    private static let edgeTint = 0.18
    /// Share of black or white in the softest words.
    private static let softest = 0.7
    /// Taken after where nothing surrounds the label: a light grey, in sRGB.
    private static let neutral = Color(red: 0xF2, green: 0xF2, blue: 0xF7)

    /// Chooses the colours after those of the surroundings, nil if there are none; all are samples of `space`.
    init(_ surroundings: Color?, in space: ColorSpace) {
        let surroundings = surroundings ?? Self.neutral.converted(to: space)
        let isDark =
            Color.white.contrast(to: surroundings, in: space) > Color.black.contrast(to: surroundings, in: space)
        let pole = isDark ? Color.white : .black
        // A ground of medium brightness has no contrast to give away, and goes the other way.
        let hasContrast =
            pole.contrast(to: pole.blended(into: surroundings, share: Self.tint), in: space) >= Self.minimumContrast
        let tint: Color = hasContrast == isDark ? .white : .black
        ground = tint.blended(into: surroundings, share: Self.tint)
        edge = tint.blended(into: surroundings, share: Self.edgeTint)
        let ground = ground
        let softer = stride(from: Self.softest, to: 1, by: 0.05).lazy.map { pole.blended(into: ground, share: $0) }
        words = softer.first { $0.contrast(to: ground, in: space) >= Self.enough } ?? pole
    }
}
