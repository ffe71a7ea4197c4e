import BoundedWork
import TextAlgorithms

/// A text as words: small letters and digits in UTF-8, with nothing between the words.
///
/// Read into again and again, so that no text takes memory of its own. A digit begins a word, and words join without a space:
/// identifiers need that, while the labels of SensitiveText keep their spaces.
struct Words: ~Copyable {
    struct Unit: BitwiseCopyable {
        let byte: UInt8
        var startsWord: Bool
    }

    private enum Kind {
        case small
        case capital
        /// Of a script without capitals: it begins a word behind any other, as in `PINコード`.
        case letter
        case digit
        case separator
    }

    private var storage: WipedArray<Unit>

    init() throws(BudgetFailure) {
        storage = try WipedArray()
    }

    var units: UnsafeBufferPointer<Unit> { storage.values }

    func isBoundary(_ index: Int) -> Bool {
        index >= storage.count || storage.values[index].startsWord
    }

    mutating func read(_ text: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        storage.removeAll()
        var previous = Kind.separator
        var capitals = 0
        try storage.reserve(text.count)
        for scalar in UTF8Scalars(text) {
            try budget.spend()
            let scalar = Self.plain(scalar)
            guard let kind = Self.kind(of: scalar) else { continue }
            if kind != .separator {
                // In PINCode the last of several capitals starts the next word.
                if kind == .small, capitals > 1 { try startWordWithLastCharacter() }
                let isJoined = kind == previous || kind == .small && previous == .capital
                try append(scalar, startsWord: !isJoined)
            }
            capitals = kind == .capital ? capitals + 1 : 0
            previous = kind
        }
    }

    /// The scalar in place of which `scalar` may stand: ASCII for wide letters, wide Kana for narrow ones, and Kana without the mark for
    /// its sound, which is a scalar of its own behind narrow ones.
    static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.value >= 0x3041 else { return scalar }
        if let ascii = scalar.inASCII { return ascii }
        let wide = KanaForms.wide(scalar) ?? scalar
        return KanaForms.withoutMark(wide) ?? wide
    }

    static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        let kind = kind(of: scalar)
        return kind != nil && kind != .separator
    }

    private mutating func append(_ scalar: Unicode.Scalar, startsWord: Bool) throws(BudgetFailure) {
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            try storage.append(Unit(byte: ("A"..."Z").contains(scalar) ? byte | 0x20 : byte, startsWord: startsWord))
            return
        }
        var startsWord = startsWord
        // The dotted capital of Turkish becomes a letter and a mark.
        for small in scalar.properties.lowercaseMapping.unicodeScalars where Self.isPart(small) {
            for byte in String(small).utf8 {
                try storage.append(Unit(byte: byte, startsWord: startsWord))
                startsWord = false
            }
        }
    }

    private mutating func startWordWithLastCharacter() throws(BudgetFailure) {
        guard let last = storage.values.last else { return }
        // A capital of more than one byte is rare, and its word then starts a byte late at worst.
        storage.removeLast()
        try storage.append(Unit(byte: last.byte, startsWord: true))
    }

    /// The kind of `scalar`; nil for marks over letters, which are ignored.
    private static func kind(of scalar: Unicode.Scalar) -> Kind? {
        switch scalar {
        case "a"..."z": .small
        case "A"..."Z": .capital
        case "0"..."9": .digit
        case _ where scalar.isASCII: .separator
        case _ where scalar.properties.generalCategory == .nonspacingMark: nil
        case _ where scalar.properties.isUppercase: .capital
        case _ where scalar.properties.isLowercase: .small
        default: scalar.properties.isAlphabetic ? .letter : .separator
        }
    }
}
