/// Forms of Kana: wide or narrow, and with a mark for the sound in the letter or behind it.
package enum KanaForms {
    private static let firstNarrow: UInt32 = 0xFF66
    /// The wide forms of narrow letters and marks, in their order from U+FF66 on.
    private static let wideForms = Array(
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}"
            .unicodeScalars
    )

    /// Letters by their marks and by what they are without these.
    private static let markedForms: [UInt32: [UInt32: Unicode.Scalar]] = {
        let forms =
            [
                ("\u{3099}", "ガギグゲゴザジズゼゾダヂヅデドバビブベボヴ", "カキクケコサシスセソタチツテトハヒフヘホウ"),
                ("\u{309A}", "パピプペポ", "ハヒフヘホ"),
            ] as [(Unicode.Scalar, String, String)]
        return Dictionary(
            uniqueKeysWithValues: forms.map { mark, marked, plain in
                let katakana = zip(plain.unicodeScalars.map(\.value), marked.unicodeScalars)
                let hiragana = katakana.compactMap { plain, marked in
                    Unicode.Scalar(marked.value - distance).map { (plain - distance, $0) }
                }
                return (mark.value, Dictionary(uniqueKeysWithValues: Array(katakana) + hiragana))
            }
        )
    }()

    private static let plainForms: [UInt32: Unicode.Scalar] = {
        let pairs = markedForms.values.joined().compactMap { plain, marked in
            Unicode.Scalar(plain).map { (marked.value, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// Katakana is so far behind Hiragana.
    private static let distance: UInt32 = 0x60

    /// The wide letter or mark in place of a narrow one; nil for another scalar.
    package static func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.value >= firstNarrow else { return nil }
        let index = Int(scalar.value - firstNarrow)
        return wideForms.indices.contains(index) ? wideForms[index] : nil
    }

    /// A wide letter without the mark that is part of it; nil if it has none.
    package static func withoutMark(_ scalar: Unicode.Scalar) -> Unicode.Scalar? { plainForms[scalar.value] }

    /// A wide letter with a mark that stands behind it; nil if the second is no mark, or the letter takes none.
    package static func joined(_ letter: UInt32, _ mark: UInt32) -> Unicode.Scalar? {
        0x3099...0x309A ~= mark ? markedForms[mark]?[letter] : nil
    }
}
