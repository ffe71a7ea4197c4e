/// Private keys in PEM (RFC 7468): from the line that begins one to the line that ends it.
enum PrivateKeys {
    static func find(in search: inout RunSearch) {
        guard let begin = line("begin", in: search) ?? line("end", in: search) else {
            if isBody(search), !search.isJoined, search.beside.contains(.kind(.secret)) {
                search.report(.secret, at: search.units.indices, score: 0.8)
            }
            return
        }
        search.report(.secret, at: begin.lowerBound..<search.units.count, score: 0.97)
    }

    /// Where dashes, `word` and PRIVATE KEY are.
    private static func line(_ word: String, in search: RunSearch) -> Range<Int>? {
        for (index, atom) in search.atoms.enumerated() where atom.count == word.count && search.folded(atom) == word {
            let isBehindDashes = search.unit(at: atom.lowerBound - 1)?.equals("-") ?? false
            let next = search.atoms[(index + 1)...].prefix(4).map(search.folded)
            guard isBehindDashes, let place = next.firstIndex(of: "private"), next.dropFirst(place + 1).first == "key"
            else { continue }
            return atom
        }
        return nil
    }

    /// Whether the run is one long word of Base64.
    private static func isBody(_ search: RunSearch) -> Bool {
        search.units.count >= 40
            && search.units.allSatisfy { $0.isAlphanumeric || "+/=".unicodeScalars.contains(where: $0.equals) }
    }
}
