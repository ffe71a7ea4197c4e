/// What a recogniser makes of the letters of a script that it does not know: the same few look-alikes each time.
struct LookAlikeShapes: Sendable {
    /// What a letter is read as.
    struct Reading: Sendable {
        /// Single symbols that stand for the letter, as ``LookAlikeShapes/symbol(for:)`` gives them.
        let symbols: [UInt32]
        /// Two symbols that stand for it together; nil if none do.
        let pair: (UInt32, UInt32)?
        /// Whether the letter is lost now and then, or becomes something else.
        let isUnsteady: Bool
    }

    /// Letters with the same readings, the symbols that they are read as one by one, or two together.
    typealias Row = (letters: String, symbols: String, pair: String, isUnsteady: Bool)

    /// Whether there are no spaces between words, so that labels begin and end anywhere.
    let isUnspaced: Bool
    private let readings: [UInt32: Reading]
    /// Signs that letters are read as.
    private let signs: Set<UInt32>
    private let stream = LabelStream(isRecognised: true)

    init(_ table: [Row], isUnspaced: Bool) {
        var readings: [UInt32: Reading] = [:]
        var signs: Set<UInt32> = []
        for row in table {
            let pair = row.pair.unicodeScalars.map { LabelStream.skeleton($0.value) }
            let reading = Reading(
                symbols: row.symbols.unicodeScalars.map { LabelStream.skeleton($0.value) },
                pair: pair.count == 2 ? (pair[0], pair[1]) : nil,
                isUnsteady: row.isUnsteady
            )
            for letter in row.letters.unicodeScalars { readings[letter.value] = reading }
            for symbol in row.symbols.unicodeScalars where TextUnit(symbol, piece: 0, offset: 0).unitClass == .other {
                signs.insert(symbol.value)
            }
        }
        (self.readings, self.signs, self.isUnspaced) = (readings, signs, isUnspaced)
    }

    /// The readings of a small letter; nil of what is read as it is, or not of the script.
    func reading(of letter: UInt32) -> Reading? { readings[letter] }

    /// What a unit of a text counts as.
    func symbol(for unit: TextUnit) -> LabelStream.Symbol {
        signs.contains(unit.scalar) ? .part(unit.scalar) : stream.symbol(for: unit)
    }
}
