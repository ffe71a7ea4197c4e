/// Cyrillic letters as a recogniser of Latin and Greek letters reads them.
enum CyrillicShapes {
    static let shapes = LookAlikeShapes(
        [
            ("а", "a", "", false), ("б", "6ba", "", false), ("в", "b", "", false), ("гґ", "rt", "", true),
            ("д", "agqd", "", false), ("еє", "e", "", false), ("ж", "kx", "", true), ("з", "3cz", "", false),
            ("и", "ivnumwe4", "", true), ("ії", "i", "", true), ("к", "kκ", "", false), ("л", "inow", "ji", true),
            ("м", "m", "", false), ("н", "h", "", false), ("о", "o", "", false), ("п", "ni7", "", true),
            ("р", "p", "", false), ("с", "c", "", false), ("т", "t", "", false), ("у", "yv", "", false),
            ("ф", "φ", "", false), ("х", "x", "", true), ("ц", "u", "", true), ("ч", "4qu", "", true),
            ("шщ", "wi", "", true), ("ьъ", "b6", "", true), ("ы", "b", "bi", true), ("э", "3", "", false),
            ("ю", "o", "io", true), ("я", "agnsq", "", true),
        ],
        isUnspaced: false
    )

    /// Whether a word is one that only look-alikes make: capitals or digits within small letters, or Greek letters beside
    /// Latin ones, all of which Cyrillic letters look like.
    static func isMixedWord(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        guard (3...24).contains(units.count) else { return false }
        let isMixed = zip(units, units.dropFirst()).contains {
            $0.unitClass == .small && ($1.unitClass == .capital || $1.isDigit)
        }
        let hasGreek = units.contains { (0x370...0x3FF).contains($0.scalar) && $0.isLetter }
        return (isMixed || hasGreek && units.contains { $0.isLetter && $0.scalar < 0x80 })
            && units.allSatisfy { $0.unitClass == .capital ? !foreignCapitals.contains($0.folded) : !isForeign($0) }
    }

    private static func isForeign(_ unit: TextUnit) -> Bool {
        unit.isDigit ? !"03467".unicodeScalars.contains(where: unit.equals) : foreignLetters.contains(unit.scalar)
    }

    /// Letters, in small ones, whose capitals look like no Cyrillic letter.
    private static let foreignCapitals = Set("dgjqrs".unicodeScalars.map(\.value))
    /// Small letters that look like no Cyrillic one.
    private static let foreignLetters = Set("dfhijsz".unicodeScalars.map(\.value))
}
