import Detection
import SecureMemory

/// What a line of text that was found in a picture tells of its layout.
struct SeenLine: Sendable {
    /// Where it is.
    let area: Area
    /// Characters that were read; 0 if it was not read.
    let characterCount: Int
    /// Whether it was read well enough not to be a part of a picture.
    let isText: Bool
    /// Whether it was read without doubt.
    let isLegible: Bool
    /// Whether it holds a digit or an at sign, as amounts, dates and addresses do.
    let hasValue: Bool
    /// Whether it begins as the line at the foot of a splash does: with a copyright sign or a version.
    let isImprint: Bool

    /// How sure a recogniser is of what people can read, too.
    private static let leastScore = 0.9

    /// How sure a recogniser is of text in small or odd letters.
    private static let leastTextScore = 0.6

    init(_ line: TextLine) {
        area = Area(columns: line.quadrilateral.columns, rows: line.quadrilateral.rows)
        guard let text = line.text else {
            (characterCount, isText, isLegible, hasValue, isImprint) = (0, false, false, false, false)
            return
        }
        characterCount = text.characters.count
        isText = text.characters.count >= 2 && text.score >= Self.leastTextScore
        isLegible = text.characters.count >= 3 && text.score >= Self.leastScore
        // A single character, or one that was hardly read, may be an icon that was taken for a digit.
        let mayHaveValue = isText
        (hasValue, isImprint) = text.utf8.withUnsafeBytes { bytes in
            let hasValue = mayHaveValue && bytes.contains { (0x30...0x39).contains($0) || $0 == 0x40 }
            let isImprint = ["©", "(c)", "(C)", "v", "V"].contains { bytes.starts(with: $0.utf8) }
            return (hasValue, isImprint)
        }
    }
}
