/// The words of forms in one language, as a table that a translator can mend.
///
/// A line names a kind, and after a colon its words in singular, with commas between them; one that begins with spaces goes on
/// with the line above. Case and accents make no difference. Words of eight letters and more are found within longer ones,
/// too. A longer term wins over a shorter one, so "postal code" is no code.
struct LanguageTerms: Sendable {
    struct Entry {
        /// What ``ConceptSet/init(name:)`` takes.
        let name: String
        let terms: [Substring]
    }

    /// The tag of BCP 47; `mul` for words of all languages.
    let language: String
    private let table: String

    init(_ language: String, _ table: String) {
        (self.language, self.table) = (language, table)
    }

    var entries: [Entry] {
        var entries: [Entry] = []
        var (name, terms): (String, [Substring]) = ("", [])
        for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
            var line = line
            if line.first != UInt8(ascii: " "), let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                if !terms.isEmpty { entries.append(Entry(name: name, terms: terms)) }
                (name, terms) = (String(Substring(line[..<colon])), [])
                line = line[line.index(after: colon)...]
            }
            terms += line.split(separator: UInt8(ascii: ",")).map { Substring($0) }
        }
        if !terms.isEmpty { entries.append(Entry(name: name, terms: terms)) }
        return entries
    }
}
