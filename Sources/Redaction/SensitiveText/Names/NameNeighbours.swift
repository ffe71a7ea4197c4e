/// Decisions about the names of a text by what stands beside them: another name, a time, or words that may be their rest.
enum NameNeighbours {
    /// Words behind a sure name that may be its rest.
    private static let restLimit = 2
    /// Words between a person and a place: "Anna Schmidt a Siena".
    private static let beforePlaces = WordHash.set("a à in en em w в")

    /// Completes, raises and removes names of a text, which are in order.
    static func settle(_ spans: inout [NameSpan], _ tokens: [NameToken], _ units: UnsafeBufferPointer<TextUnit>) {
        guard !spans.isEmpty else { return }
        extend(&spans, tokens, units)
        for index in spans.indices.dropFirst() {
            let (first, second) = (spans[index - 1], spans[index])
            guard first.isFull, second.isFull, first.isSure != second.isSure,
                first.range.upperBound < second.range.lowerBound,
                NameActions.isConjunction(units[first.range.upperBound..<second.range.lowerBound])
            else { continue }
            // "Anna Schmidt and Zoë Quux".
            for place in [index - 1, index] where spans[place].score >= NameSpan.weak {
                spans[place].score = max(spans[place].score, NameSpan.surely)
            }
        }
        for index in spans.indices.reversed() where !spans[index].isSure {
            let before = index > 0 ? spans[index - 1] : nil
            let isPlace = !spans[index].isFull && isPlace(spans[index], behind: before, units)
            if isPlace || isTime(spans[index], units) { spans.remove(at: index) }
        }
    }

    /// Takes the words that end a text, or a part of it, for the rest of the sure name before them: "Anna Schmidt Camp".
    private static func extend(_ spans: inout [NameSpan], _ tokens: [NameToken], _ units: UnsafeBufferPointer<TextUnit>)
    {
        var token = 0
        for index in spans.indices {
            while token < tokens.count, tokens[token].range.lowerBound < spans[index].range.upperBound { token += 1 }
            let limit = index + 1 < spans.count ? spans[index + 1].range.lowerBound : units.count
            let rest = tokens[token...].prefix { next in
                next.link == .space && next.shape == .capitalised && next.entry.doubt < 3
                    && next.range.upperBound <= limit
            }
            guard let last = rest.last, rest.count <= restLimit, !rest.contains(where: { isPlaceWord($0.hash) }),
                spans[index].isSure && spans[index].isFull
                    || NameActions.evidence(for: spans[index].range, units) == .sure
            else { continue }
            var longer = spans[index]
            longer.range = longer.range.lowerBound..<last.range.upperBound
            longer.isFull = true
            if NameSearch.isWhole(longer, units) { spans[index] = longer }
        }
    }

    private static func isPlaceWord(_ word: WordHash) -> Bool {
        PlaceWords.behind.contains(word) || PlaceWords.before.contains(word)
    }

    /// Whether a word is the place where somebody is, who is named before it.
    private static func isPlace(_ span: NameSpan, behind person: NameSpan?, _ units: UnsafeBufferPointer<TextUnit>)
        -> Bool
    {
        guard let person, person.score >= NameSpan.weak, person.isFull,
            person.range.upperBound < span.range.lowerBound
        else { return false }
        let words = units[person.range.upperBound..<span.range.lowerBound].split { $0.isSpace }
        return words.count == 1 && beforePlaces.contains(NameTokens.hash(of: words[0]))
    }

    /// Whether a word that ends a text behind a separator is a time: "Anna Schmidt · Ayer".
    private static func isTime(_ span: NameSpan, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        span.range.lowerBound > 0 && units[span.range.upperBound...].allSatisfy(\.isSpace)
            && NameSearch.isWhole(span, units) && Timestamps.isOne(units[span.range])
    }
}
