public import SecureMemory

/// A line of text that was seen in a picture.
public struct TextLine: Sendable {
    /// Place of the line: the upper edge runs along it in the direction of reading. It holds ascenders, descenders and
    /// antialiased edges.
    public let quadrilateral: Quadrilateral
    /// Certainty that there is text, 0 to 1.
    public let score: Double
    /// The text; nil if it was not asked for.
    public let text: RecognizedText?
}

extension [TextLine] {
    /// Score below which a line is hardly ever read correctly.
    private static let leastScore = 0.8
    /// Number of such lines from which on a screen is in a script that the recogniser does not know.
    private static let leastUnread = 3
    /// Score below which a line on such a screen is in that script, and only resembles the text that was read.
    private static let leastScoreBesideUnread = 0.93

    /// For each line of a picture that was read, whether its text is known: the recogniser mistakes characters of scripts that it
    /// does not know, and is unsure of them.
    ///
    /// Lines in scripts with readers of their own are known where these are sure of them. On made-up screens, 0.4 % of the lines
    /// in Latin script are called unread.
    public var areRead: [Bool] {
        let scores = map { $0.text?.score ?? 0 }
        let isForeign = scores.count { $0 < Self.leastScore } >= Self.leastUnread
        return scores.map { $0 >= (isForeign ? Self.leastScoreBesideUnread : Self.leastScore) }
    }
}

/// Text of a line, as far as it could be read.
public struct RecognizedText: Sendable {
    /// The text as UTF-8, in memory that is wiped.
    public let utf8: SecureBytes
    /// The characters, in the order of the text: a right-to-left text, such as Arabic, begins on the right of the line.
    public let characters: [RecognizedCharacter]
    /// Mean certainty of the characters, 0 to 1; 0 if there are none.
    public let score: Double

    /// Extent of some characters along the line, with everything between them; nil if there are none. A right-to-left text has
    /// its first character at the end.
    public func extent(of range: Range<Int>) -> ClosedRange<Double>? {
        let all = characters[range].map(\.extent)
        guard let lower = all.map(\.lowerBound).min(), let upper = all.map(\.upperBound).max() else { return nil }
        return lower...upper
    }
}

/// A character of a line that was read.
public struct RecognizedCharacter: Sendable, Hashable {
    /// Its bytes in ``RecognizedText/utf8``.
    public let bytes: Range<Int>
    /// Certainty of the character, 0 to 1.
    public let score: Double
    /// Place along the line, from 0, the left edge of the line's quadrilateral, to 1. Each character reaches to about the middle
    /// between it and the next one, so that characters that stand side by side hardly leave a gap.
    public let extent: ClosedRange<Double>
}

extension RecognizedText {
    /// Writer of the text of a line, character by character from the left to the right.
    struct Builder: ~Copyable {
        private var bytes: SecureBytesBuilder
        private var characters: [(bytes: Range<Int>, middle: Double, score: Double)] = []

        /// - Parameter capacity: Bytes that the text will hardly exceed.
        init(capacity: Int) throws(OutOfMemory) { bytes = try SecureBytesBuilder(capacity: capacity) }

        /// - Parameter middle: Its middle along the line, from 0 to 1.
        mutating func append(_ character: String, middle: Double, score: Double) throws(OutOfMemory) {
            let start = bytes.count
            try bytes.append(character)
            characters.append((start..<bytes.count, middle, score))
        }

        /// Each character reaches to the middle between it and the next one.
        consuming func finish() -> RecognizedText {
            let ends = zip(characters, characters.dropFirst()).map { max(($0.middle + $1.middle) / 2, 0) }
            let recognized = characters.indices.map { index in
                let lower = index == 0 ? 0 : ends[index - 1]
                let upper = index + 1 == characters.count ? 1 : ends[index]
                return RecognizedCharacter(
                    bytes: characters[index].bytes,
                    score: characters[index].score,
                    extent: lower...max(lower, upper)
                )
            }
            return RecognizedText(utf8: bytes.finish(), characters: recognized)
        }
    }

    init(utf8: SecureBytes, characters: [RecognizedCharacter]) {
        self.init(utf8: utf8, characters: characters, score: characters.meanScore)
    }
}

extension Collection<RecognizedCharacter> {
    var meanScore: Double { reduce(0) { $0 + $1.score } / Double(Swift.max(count, 1)) }
}

/// A face that was seen in a picture.
public struct Face: Sendable, Hashable {
    /// An upright rectangle from the forehead to the chin.
    public let quadrilateral: Quadrilateral
    /// Certainty of the face, 0 to 1.
    public let score: Double
    /// The middle of the eye that is on the left in the picture.
    public let leftEye: Point
    /// The middle of the eye that is on the right in the picture.
    public let rightEye: Point
    /// The tip of the nose.
    public let nose: Point
    /// The corner of the mouth that is on the left in the picture.
    public let leftMouthCorner: Point
    /// The corner of the mouth that is on the right in the picture.
    public let rightMouthCorner: Point
}

/// A barcode or a code of squares in a picture, without its content.
public struct Code: Sendable, Hashable {
    /// Place of the code; the corners begin where the code does, so that those of a code that lies on its side do not begin at
    /// the top. It holds all squares, or all bars to their ends, and little beyond.
    public let quadrilateral: Quadrilateral
    /// The symbology of the code.
    public let format: CodeFormat
}

/// Symbology of a code.
public enum CodeFormat: String, Sendable, CaseIterable {
    case aztec
    case codabar
    case code39
    case code93
    case code128
    case dataBar
    case dataBarExpanded
    case dataMatrix
    case ean8
    case ean13
    case itf
    case maxiCode
    case pdf417
    case qrCode
    case microQRCode
    case upcA
    case upcE
    /// Another format that the library knows.
    case other
}
