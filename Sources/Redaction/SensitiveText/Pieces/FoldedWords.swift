/// Words as they are compared: in small letters without accents.
enum FoldedWords {
    /// The words of `text`, which are separated by spaces or lines.
    static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(folded))
    }

    /// `text` without accents and capitals.
    static func folded(_ text: some StringProtocol) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let unit = TextUnit(scalar, piece: 0, offset: 0)
            guard unit.unitClass != .mark, let plain = Unicode.Scalar(unit.folded) else { continue }
            folded.append(plain)
        }
        return String(folded)
    }
}
