import BoundedWork

/// Brings texts that read the same to the same characters, to find one in another however either is written.
///
/// Case, the composition of accents, the kind and number of white space, and marks that are not seen, such as those for
/// the direction of writing, make no difference.
struct TextFolder: ~Copyable {
    /// What stands for characters beyond ASCII. `String` compares under canonical equivalence.
    private var tokens: [String: UInt32] = [:]
    /// The same for single scalars, which most characters are.
    private var scalarTokens: [UInt32: UInt32] = [:]

    /// Beyond this many, characters stand for themselves: a bound on memory that no language comes near.
    private static let maximumTokens = 1 << 16

    /// Marks of one character, as many as the Stream-Safe Text Format of Unicode allows (UAX #15): those beyond are
    /// characters of their own, or the text would be copied once for each.
    private static let maximumMarks = 30

    private static let firstToken: UInt32 = 0x20_0000

    /// Reads `text`, which is UTF-8, into `folded` in place of what was there. There is no white space at its start or
    /// its end, and one space wherever else there is some.
    ///
    /// - Parameter budget: Pays for each scalar.
    mutating func fold(
        _ text: UnsafeRawBufferPointer,
        into folded: inout FoldedText,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        folded.removeAll()
        var scalars = UTF8Scalars(text)
        var position: Int32 = 0
        var next = scalars.next()
        while let scalar = next {
            try budget.spend()
            let start = position
            position += 1
            next = scalars.next()
            if scalar.isASCII, scalar.value > 0x20, next?.isASCII ?? true {
                try folded.append(scalar.lowercasedASCII, start: start, isMask: scalar == "*")
                continue
            }
            if scalar.isWhiteSpace {
                try folded.appendSpace(start: start)
                continue
            }
            if scalar.isUnseen { continue }
            var cluster = Cluster(scalar)
            var markCount = 0
            while markCount < Self.maximumMarks, let mark = next, mark.isMark {
                if !mark.isUnseen {
                    cluster.append(mark)
                    markCount += 1
                }
                try budget.spend()
                position += 1
                next = scalars.next()
            }
            try folded.append(token(for: cluster), start: start, isMask: scalar.isMask)
        }
        folded.finish(scalarCount: position)
    }

    private mutating func token(for cluster: Cluster) -> UInt32 {
        switch cluster {
        case .one(let scalar) where scalar.isASCII: return scalar.lowercasedASCII
        case .one(let scalar): return token(for: scalar)
        case .several(let text): return token(for: text, orElse: text.unicodeScalars.first ?? " ")
        }
    }

    private mutating func token(for scalar: Unicode.Scalar) -> UInt32 {
        if let token = scalarTokens[scalar.value] { return token }
        let token = token(for: String(scalar), orElse: scalar)
        if scalarTokens.count < Self.maximumTokens { scalarTokens[scalar.value] = token }
        return token
    }

    private mutating func token(for text: String, orElse scalar: Unicode.Scalar) -> UInt32 {
        // Some small letters, as the two sigmas, have one capital.
        let text = text.lowercased().uppercased().lowercased()
        if let token = tokens[text] { return token }
        guard tokens.count < Self.maximumTokens else { return scalar.value }
        let token = Self.firstToken + UInt32(tokens.count)
        tokens[text] = token
        return token
    }
}

/// A scalar and the marks that belong to it.
private enum Cluster {
    case one(Unicode.Scalar)
    case several(String)

    init(_ scalar: Unicode.Scalar) {
        self = .one(scalar)
    }

    mutating func append(_ mark: Unicode.Scalar) {
        switch self {
        case .one(let scalar): self = .several(String(scalar) + String(mark))
        case .several(let text): self = .several(text + String(mark))
        }
    }
}

extension Unicode.Scalar {
    fileprivate var lowercasedASCII: UInt32 {
        ("A"..."Z").contains(self) ? value | 0x20 : value
    }

    fileprivate var isWhiteSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    fileprivate var isUnseen: Bool {
        !isASCII && properties.isDefaultIgnorableCodePoint
    }

    fileprivate var isMask: Bool {
        switch self {
        case "*", "\u{00B7}", "\u{2022}", "\u{2219}", "\u{25CF}", "\u{25E6}", "\u{26AB}", "\u{2B24}": true
        default: false
        }
    }

    /// Whether it belongs to the character before it, as accents and the later letters of a Korean syllable do.
    fileprivate var isMark: Bool {
        !isASCII && (properties.isGraphemeExtend || (0x1160...0x11FF).contains(value))
    }
}
