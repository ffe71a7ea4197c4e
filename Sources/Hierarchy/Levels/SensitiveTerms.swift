/// The words that name secrets, and how they are found in identifiers and labels.
///
/// A name is taken apart into words at everything that is no letter or digit, before a capital in `camelCase`, and
/// between letters and digits. A term is found where it is a word or several in a row, however they are joined: `card
/// number` in `cardNumber`, `txt_card_number` and `CARDNUMBER`. So `pin` is found in `pinField`, and not in `spinner`
/// or `shopping`.
///
/// Terms of eight letters and more are also found inside of words, as in the German `Kreditkartennummer`, and so are
/// those of scripts that put no spaces between words. Case is not looked at.
public struct SensitiveTerms: Sendable {
    /// One term, with nothing between its words, in small letters.
    private struct Term: Sendable {
        let bytes: [UInt8]
        let isFoundInsideWords: Bool
    }

    /// The terms by their first byte.
    private var terms: [[Term]] = Array(repeating: [], count: 256)

    /// Letters from which on a term is found inside of words.
    private static let longTerm = 8

    /// What names a secret in the languages of ``standardTerms``.
    public static let standard = SensitiveTerms(standardTerms.flatMap(\.terms))

    /// Only `terms`; what is in them beside letters and digits separates words.
    public init(_ terms: [String]) {
        for term in terms { add(term) }
    }

    /// Whether there is anything in `text` that could name something.
    public static func isTerm(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: Words.isPart)
    }

    /// These and `terms`.
    public func adding(_ terms: [String]) -> SensitiveTerms {
        var all = self
        for term in terms { all.add(term) }
        return all
    }

    private mutating func add(_ text: String) {
        let scalars = text.lowercased().unicodeScalars.filter(Words.isPart)
        let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
        guard let first = bytes.first, !terms[Int(first)].contains(where: { $0.bytes == bytes }) else { return }
        let isFoundInsideWords = scalars.count >= Self.longTerm || scalars.contains(where: Self.isOfUnspacedScript)
        terms[Int(first)].append(Term(bytes: bytes, isFoundInsideWords: isFoundInsideWords))
    }

    /// Thai, and the scripts of China, Japan and Korea.
    private static func isOfUnspacedScript(_ scalar: Unicode.Scalar) -> Bool {
        (0x0E00...0x0E7F).contains(scalar.value) || (0x3040...0xD7FF).contains(scalar.value)
    }

    /// Whether one of `words` names a secret.
    func match(_ words: borrowing Words) -> Bool {
        let units = words.units
        for start in units.indices {
            for term in terms[Int(units[start].byte)] {
                let end = start + term.bytes.count
                guard end <= units.count else { continue }
                guard term.isFoundInsideWords || words.isBoundary(start) && words.isBoundary(end) else { continue }
                if zip(units[start..<end], term.bytes).allSatisfy({ $0.byte == $1 }) { return true }
            }
        }
        return false
    }
}
