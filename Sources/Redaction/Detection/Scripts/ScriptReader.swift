import BoundedWork
import ImageCore

/// Reader of lines in a script that the recogniser does not know: the network of the script, and that of the main language in it
/// where this reads better.
struct ScriptReader: Sendable {
    let script: Script
    /// The network of the script, and that of its main language if there is one.
    let networks: [ScriptNetwork]

    /// Score from which on a line is read by the network of the main language, too.
    private static let leastScore = 0.4

    func cost(of line: Quadrilateral) -> Int {
        let shown = shown(line, margin: script.margin.along)
        return networks.reduce(0) { $0 + $1.cost(of: shown) }
    }

    /// Reads a line, with room for ascenders and descenders; of a line with Latin letters the part alone that may be in Hebrew.
    /// Arabic is read worse alone, by measurement. Places of characters are shares of its length.
    func reading(
        of line: TextLine,
        in pixels: borrowing PixelBuffer,
        _ picture: LinePicture,
        _ run: ModelRun
    ) throws(DetectionFailure) -> ScriptReading {
        let place = line.quadrilateral
        if script == .hebrew, let mixed = line.text.flatMap(MixedLine.init) {
            let extent = place.part(mixed.extent)
            let part = try read(extent, networks[0], margin: MixedLine.margin, in: pixels, picture, run)
            return ScriptReading(try DetectionFailure.wrapping { try mixed.joined(with: part) }, in: script)
        }
        let margin = script.margin.along
        let reading = ScriptReading(try read(place, networks[0], margin: margin, in: pixels, picture, run), in: script)
        guard networks.count > 1, reading.score >= Self.leastScore, !reading.isInOtherLanguage else { return reading }
        let other = ScriptReading(try read(place, networks[1], margin: margin, in: pixels, picture, run), in: script)
        return other.score > reading.score ? other : reading
    }

    /// - Parameter margin: Room at both ends, in heights of the line.
    private func read(
        _ place: Quadrilateral,
        _ network: ScriptNetwork,
        margin: Double,
        in pixels: borrowing PixelBuffer,
        _ picture: LinePicture,
        _ run: ModelRun
    ) throws(DetectionFailure) -> RecognizedText {
        let shown = shown(place, margin: margin)
        let planes = try DetectionFailure.wrapping {
            try picture.show(shown, of: pixels, height: network.characters.rowCount, as: .plain)
        }
        return try network.read(planes, run, margin: place.height * margin / max(shown.width, 1))
    }

    private func shown(_ line: Quadrilateral, margin: Double) -> Quadrilateral {
        line.grown(alongLine: line.height * margin, acrossLine: line.height * script.margin.across)
    }
}

extension Script {
    /// Margin along and across a line, in heights of the line, by measurement. Arabic letters may stand apart from the line;
    /// short Russian words are not read with any margin.
    fileprivate var margin: (along: Double, across: Double) {
        switch self {
        case .arabic: (0.35, 0.05)
        case .cyrillic, .hebrew: (0, 0)
        case .devanagari, .hangul, .japanese, .thai: (0.1, 0.05)
        }
    }
}

struct ScriptReading {
    let script: Script
    /// The characters from the left to the right.
    let text: ClassifiedText
    /// Mean certainty of the characters of the script, 0 to 1; 0 if there are none.
    let score: Double
    let words: WordEvidence

    init(_ text: RecognizedText, in script: Script) {
        self.text = ClassifiedText(text, in: script)
        self.script = script
        words = WordEvidence(of: self.text, for: script)
        score = zip(text.characters, self.text.classes).filter { script.isOwn($1) }.map(\.0).meanScore
    }

    /// Characters of words that are evidence beside words of any other script.
    private static let leastCount = 4

    /// Whether some words can only be in the script, whatever the rest of the line is.
    var hasSureWords: Bool { words.count >= Self.leastCount && words.score >= script.leastScore }

    /// Whether no other script has to be tried. Latin words are taken for Cyrillic ones.
    var isSure: Bool { hasSureWords || !script.isLikeLatin && score >= script.leastScore }

    /// Whether the line is in the script, wholly or in part. Few characters are enough if other lines of the picture are known to
    /// be.
    ///
    /// - Parameter recognized: The score of what the recogniser read.
    func isLikely(isKnown: Bool, besides recognized: Double) -> Bool {
        let least = isKnown ? script.leastScore(besides: recognized) : script.leastScore
        guard hasSureWords || score >= least else { return false }
        if isKnown || hasSureWords { return true }
        let classes = text.classes
        let letters = classes.count(where: \.isLetter)
        let own = classes.count { $0 == .script }
        guard own >= 2, 2 * own >= letters else { return false }
        return !script.isLikeLatin || words.count >= Self.leastCount
    }
}

extension Script {
    /// Whether characters of a class are evidence of the script.
    func isOwn(_ characterClass: CharacterClass) -> Bool {
        characterClass == .script || self == .japanese && characterClass == .han
    }

    /// Score from which on a line is in the script: lines in others rarely have it, and lines in it rarely less.
    fileprivate var leastScore: Double {
        switch self {
        case .arabic, .japanese: 0.8
        case .hebrew: 0.85
        case .devanagari, .thai: 0.9
        case .hangul: 0.93
        case .cyrillic: 0.95
        }
    }

    /// Score for a line beside others that are in the script: its sure words count, one by one. The reader of Hangul sees Han
    /// characters as Hangul, of which the recogniser is sure.
    fileprivate func leastScore(besides recognized: Double) -> Double {
        switch self {
        case .hangul: recognized < Self.greatestScoreOfHangul ? 0.75 : leastScore
        case .cyrillic: 0.55
        default: leastScore - 0.1
        }
    }

    /// Score of the Han characters that the recogniser sees in Hangul; it is rarely surer of them.
    private static let greatestScoreOfHangul = 0.7
}

extension ScriptReading {
    /// Certainty from which on a letter counts.
    private static let sureScore = 0.9

    /// Whether there are letters of Persian or Urdu, which the main language in their script does not have.
    fileprivate var isInOtherLanguage: Bool {
        guard script == .arabic else { return false }
        return text.text.characters.indices.contains { index in
            text.text.characters[index].score >= Self.sureScore
                && text.text.scalar(of: index).map(Self.lettersOfOthers.contains) ?? false
        }
    }

    private static let lettersOfOthers = Set("پچژگٹڈڑںے".unicodeScalars)
}
