import SecureMemory

extension RecognizedText {
    /// Writes the text of a line, character by character from the left to the right.
    struct Builder: ~Copyable {
        private var bytes: SecureBytesBuilder
        private var characters: [(bytes: Range<Int>, middle: Double, score: Double)] = []

        /// - Parameter capacity: Bytes that the text will hardly exceed.
        /// - Throws: `OutOfMemory`.
        init(capacity: Int) throws(OutOfMemory) { bytes = try SecureBytesBuilder(capacity: capacity) }

        /// Adds a character.
        ///
        /// - Parameters:
        ///   - middle: Where its middle is along the line, from 0 to 1.
        ///   - score: How sure it is.
        mutating func append(_ character: String, middle: Double, score: Double) throws(OutOfMemory) {
            let start = bytes.count
            try bytes.append(character)
            characters.append((start..<bytes.count, middle, score))
        }

        /// The text. Each character reaches to the middle between it and the next one.
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

    /// A text that is as sure as its characters are on average.
    init(utf8: SecureBytes, characters: [RecognizedCharacter]) {
        self.init(utf8: utf8, characters: characters, score: characters.meanScore)
    }
}

extension Collection<RecognizedCharacter> {
    /// How sure the characters are on average, 0 to 1; 0 if there are none.
    var meanScore: Double { reduce(0) { $0 + $1.score } / Double(Swift.max(count, 1)) }
}
