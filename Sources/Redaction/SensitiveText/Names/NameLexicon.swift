public import SecureMemory

/// Names and words of many languages, and what each is: the file `names.lexicon` of `Deploy/lib/models.sh`.
///
/// The file begins with eight bytes `SNAPNAME`, a version and the number of slots, both `UInt32`; the slots follow, each a
/// `UInt32` of a fingerprint and flags. All numbers are little endian. Words are folded and hashed.
public struct NameLexicon: Sendable {
    /// What a word is.
    struct Entry {
        /// 0 for no given name to 3 for one that is hardly anything else.
        let given: Double
        /// The same for names of families.
        let family: Double
        /// Reason to doubt that it is a name: 3 for a very common word, or an organisation.
        let doubt: Double
        let isKnown: Bool

        static let unknown = Entry(given: 0, family: 0, doubt: 0, isKnown: false)

        var name: Double { max(given, family) }

        /// The same of a word that names of families are made of.
        var asFamily: Entry { Entry(given: 0, family: doubt / 2, doubt: doubt, isKnown: true) }
    }

    private let content: SecureBytes
    private let slots: UInt64

    private static let magic = Array("SNAPNAME".utf8)
    private static let headSize = 16
    private static let version: UInt32 = 2
    /// Slots that are looked at for one word.
    private static let probeLimit = 64

    /// The lexicon in `content`; nil if it is no such file.
    public init?(_ content: SecureBytes) {
        let slots = content.withUnsafeBytes { bytes -> UInt64? in
            guard bytes.count > Self.headSize, bytes.starts(with: Self.magic),
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) == Self.version
            else { return nil }
            let slots = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
            guard bytes.count == Self.headSize + MemoryLayout<UInt32>.size * Int(slots) else { return nil }
            return UInt64(slots)
        }
        guard let slots else { return nil }
        (self.content, self.slots) = (content, slots)
    }

    func entry(of word: WordHash) -> Entry {
        content.withUnsafeBytes { bytes in
            let hash = word.mixed
            let first = ((hash & 0xFFFF_FFFF) * slots) >> 32
            for probe in 0..<Self.probeLimit {
                let offset = Self.headSize + Int((first + UInt64(probe)) % slots) * MemoryLayout<UInt32>.size
                let slot = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                if slot == 0 { break }
                if UInt64(slot >> 8) == hash >> 40 { return Entry(flags: slot & 0xFF) }
            }
            return .unknown
        }
    }
}

extension NameLexicon {
    /// Letters of an ending; the longest one that is in the lexicon counts.
    private static let endings = 2...5
    /// Letters of a word before its ending, with it.
    private static let leastLength = 5

    /// Letters of an unknown word that may be read wrong.
    private static let misreadLimit = 3

    /// The name that an unknown word is in another spelling: if a "t" of it is a "ł" or a "j" an "ij", which the recogniser
    /// often reads so ("Hatka", "Marjke"), or if its last letter is the other one of those that end names of women in Arabic.
    func entry(ofOtherSpelling word: some BidirectionalCollection<TextUnit>) -> Entry? {
        if let last = word.last, let other = Self.arabicEnds[last.folded] {
            return name(word, with: other, at: word.index(before: word.endIndex))
        }
        if word.contains(where: { $0.folded == 0x6A }) {
            var hash = WordHash()
            hash.append(withDigraphs: word)
            let entry = entry(of: hash)
            if entry.name >= 1, entry.doubt < 2 { return entry }
        }
        let misread = word.indices.filter { word[$0].folded == 0x74 }.prefix(Self.misreadLimit)
        return misread.lazy.compactMap { name(word, with: 0x6C, at: $0) }.first
    }

    /// Heh and teh marbuta, each by the other.
    private static let arabicEnds: [UInt32: UInt32] = [0x647: 0x629, 0x629: 0x647]

    private func name<Word: BidirectionalCollection<TextUnit>>(
        _ word: Word,
        with letter: UInt32,
        at place: Word.Index
    ) -> Entry? {
        var hash = WordHash()
        hash.append(word[..<place])
        hash.append(letter)
        hash.append(word[word.index(after: place)...])
        let entry = entry(of: hash)
        return entry.name >= 1 && entry.doubt < 2 ? entry : nil
    }

    /// What an unknown word is by its ending: a name, an ordinary word, or unknown.
    func entry(ofEndingOf word: some BidirectionalCollection<TextUnit>) -> Entry {
        let letters = word.count
        guard letters >= Self.leastLength else { return .unknown }
        for length in Self.endings.reversed() where length < letters {
            var hash = WordHash()
            hash.append(0x2D)
            hash.append(word.suffix(length))
            let entry = entry(of: hash)
            guard entry.isKnown else { continue }
            return Entry(
                given: min(entry.given, 2),
                family: min(entry.family, 2),
                doubt: entry.doubt,
                isKnown: entry.doubt >= 3
            )
        }
        return .unknown
    }
}

extension NameLexicon.Entry {
    fileprivate init(flags: UInt32) {
        let isPlace = flags & 0x40 != 0
        let isOther = flags & 0x80 != 0
        let word = Double(flags >> 4 & 3)
        self.init(
            given: Double(flags & 3),
            family: Double(flags >> 2 & 3),
            doubt: isOther ? 3 : max(word, isPlace ? 2 : 0),
            isKnown: true
        )
    }
}

/// Hash of a folded word (FNV-1a of its UTF-8).
struct WordHash: BitwiseCopyable, Hashable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hashes of words with spaces between them.
    static func set(_ words: String) -> Set<WordHash> {
        Set(
            FoldedWords.set(words).map { word in
                word.unicodeScalars.reduce(into: WordHash()) { $0.append($1.value) }
            }
        )
    }

    /// Appends the letters of a word, with "ij" wherever a "j" is: a recogniser often reads the former as the latter.
    mutating func append(withDigraphs units: some Sequence<TextUnit>) {
        var last: UInt32 = 0
        for unit in units where unit.unitClass != .mark {
            if unit.folded == 0x6A, last != 0x69 { append(0x69) }
            append(unit.folded)
            last = unit.folded
        }
    }

    mutating func append(_ scalar: UInt32) {
        guard let bytes = Unicode.Scalar(scalar).flatMap(Unicode.UTF8.encode) else { return }
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Appends the letters of a word.
    mutating func append(_ units: some Sequence<TextUnit>) {
        for unit in units where unit.unitClass != .mark { append(unit.folded) }
    }

    var mixed: UInt64 {
        var hash = value
        hash ^= hash >> 32
        hash = hash &* 0x9E37_79B9_7F4A_7C15
        return hash ^ hash >> 29
    }
}
