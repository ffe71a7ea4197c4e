/// What the reader of a script says of a line.
struct ScriptReading {
    let script: Script
    /// The characters in the order in which they are seen, from the left to the right.
    let text: ClassifiedText
    /// How sure the characters of the script are on average, 0 to 1; 0 if there are none.
    let score: Double

    init(_ text: RecognizedText, in script: Script) {
        self.text = ClassifiedText(text, in: script)
        self.script = script
        score = zip(text.characters, self.text.classes).filter { script.isOwn($1) }.map(\.0).meanScore
    }

    /// Whether the line is in the script, wholly or in part.
    ///
    /// - Parameter isKnown: Whether other lines of the picture are: then few characters are enough.
    func isLikely(isKnown: Bool) -> Bool {
        guard score >= (isKnown ? script.leastScoreBesideOthers : script.leastScore) else { return false }
        if isKnown { return true }
        let classes = text.classes
        let letters = classes.count(where: \.isLetter)
        let own = classes.count { $0 == .script }
        guard own >= 2, 2 * own >= letters else { return false }
        return !script.isLikeLatin || classes.split { $0 != .script }.contains { $0.count >= 4 }
    }
}

extension Script {
    /// Whether characters of a class tell that a line may be in the script.
    fileprivate func isOwn(_ characterClass: CharacterClass) -> Bool {
        characterClass == .script || self == .japanese && characterClass == .han
    }

    /// The score from which on a line is in the script: lines in others rarely have it, and lines in it rarely less.
    fileprivate var leastScore: Double {
        switch self {
        case .arabic, .japanese: 0.8
        case .hebrew: 0.85
        case .devanagari, .thai: 0.9
        case .hangul: 0.93
        case .cyrillic: 0.95
        }
    }

    /// The same for a line beside others that are in the script: what is sure in it counts, word by word. Hangul is not, as what
    /// reads it sees Han characters as Hangul.
    fileprivate var leastScoreBesideOthers: Double {
        switch self {
        case .hangul: leastScore
        case .cyrillic: 0.55
        default: leastScore - 0.1
        }
    }
}
