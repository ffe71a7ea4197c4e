import SecureMemory
import Testing

@testable import SensitiveText

/// A lexicon of names in the form of `names.lexicon`, made of a few words for tests.
enum SmallLexicon {
    /// What a word is: strengths as a given name and as a family's, how common it is otherwise, and whether it is of places or firms.
    struct Word {
        let text: String
        var given: UInt32 = 0
        var family: UInt32 = 0
        var word: UInt32 = 0
        var isPlace = false
        var isOther = false

        var flags: UInt32 { given | family << 2 | word << 4 | (isPlace ? 0x40 : 0) | (isOther ? 0x80 : 0) }
    }

    static func content(of words: [Word], slots count: UInt32 = 1_000) throws -> SecureBytes {
        var slots = [UInt32](repeating: 0, count: Int(count))
        for word in words {
            let units = FoldedWords.folded(word.text).unicodeScalars.map { TextUnit($0, piece: 0, offset: 0) }
            let hash = NameTokens.hash(of: units).mixed
            var index = Int(((hash & 0xFFFF_FFFF) * UInt64(count)) >> 32)
            while slots[index] != 0 { index = (index + 1) % slots.count }
            slots[index] = UInt32(truncatingIfNeeded: hash >> 40) << 8 | word.flags
        }
        let numbers = [2, count] + slots
        let bytes =
            Array("SNAPNAME".utf8) + numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian, Array.init) }
        return try SecureBytes(copying: bytes)
    }

    static func lexicon() throws -> NameLexicon {
        try #require(NameLexicon(content(of: words)))
    }

    private static func all(_ texts: String, _ make: (String) -> Word) -> [Word] {
        texts.split(separator: " ").map { make(String($0)) }
    }

    private static let words =
        all("Anna David Maria Ludwig Peter Jean Pierre Zofia José Иван ישראל محمد") { Word(text: $0, given: 3) }
        + all("Schmidt Johnson Douglas Beethoven García López Петров כהן العلي Tolkien Müller") {
            Word(text: $0, family: 3)
        }
        + all("Will Mark Grace Rose") { Word(text: $0, given: 2, word: 3) }
        + all("Young King Gold") { Word(text: $0, family: 2, word: 3) }
        + all("Jordan Victoria") { Word(text: $0, given: 2, isPlace: true) }
        + all("Period Yesterday Thanks Settings The Contact Hello Call Team Order Shipped") { Word(text: $0, word: 3) }
        + all("Street Park Straße Bank Valley") { Word(text: $0, word: 3, isPlace: true) }
        + all("佐藤 山田 田中 김 王 李") { Word(text: $0, family: 3) }
        + all("太郎 花子 민준 小明 建 国") { Word(text: $0, given: 3) }
        + [
            Word(text: "王国", word: 2), Word(text: "Zoë", given: 1), Word(text: "-wski", family: 3),
            Word(text: "-keit", word: 3),
            Word(text: "Hugo", given: 3), Word(text: "hugo boss", isOther: true), Word(text: "من", word: 3),
            Word(text: "فاطمة", given: 3), Word(text: "أيمن", given: 3), Word(text: "سهيل", given: 2),
            Word(text: "الفلاح", word: 3), Word(text: "كتب", word: 3), Word(text: "كتبت", word: 3),
            Word(text: "التقيت", word: 2), Word(text: "Camp", word: 2),
            Word(text: "Nell", given: 1, family: 1), Word(text: "Orme", family: 1),
            Word(text: "dr oetker", isOther: true),
            Word(text: "Tu", given: 2, family: 3), Word(text: "יום", given: 1, family: 2, word: 2),
            Word(text: "שני", given: 2, family: 1, word: 2), Word(text: "카드", given: 1, word: 1),
            Word(text: "번호", given: 2, family: 2, word: 1), Word(text: "Marijke", given: 3),
            Word(text: "Albert", given: 3), Word(text: "albert heijn", isOther: true),
            Word(text: "Saint", given: 2, family: 2, word: 1), Word(text: "Django", given: 2, family: 2, isOther: true),
            Word(text: "木", family: 3), Word(text: "木下", family: 3),
            Word(text: "Allee", given: 2, family: 2, word: 1), Word(text: "Ayer", given: 2, family: 2),
        ]
}
