import BoundedWork
import SecureMemory
import TextAlgorithms

struct NameSearch: ~Copyable {
    enum Name {
        case harmless
        /// Names a secret, which the element then shows.
        case secret
        /// Names a secret that may stand in another element: a text, above all.
        case caption
    }

    /// Longest identifier, in bytes; a longer one is searched for terms like a label.
    private static let longestIdentifier = 1024

    private let terms: TermSearch
    private let includesStandard: Bool
    private let hasOwn: Bool
    private var words: Words
    private var reader: IdentifierReader

    static func search(for terms: SensitiveTerms, budget: inout WorkBudget) throws(BudgetFailure) -> NameSearch {
        let search = try TermSearch.search(for: terms, budget: &budget)
        return NameSearch(terms, search, words: try Words(), reader: try IdentifierReader())
    }

    private init(
        _ terms: SensitiveTerms,
        _ search: TermSearch,
        words: consuming Words,
        reader: consuming IdentifierReader
    ) {
        self.terms = search
        includesStandard = terms.includesStandard
        hasOwn = terms.hasOwn
        self.words = words
        self.reader = reader
    }

    mutating func name(
        of index: Int,
        _ kind: ElementKind,
        in hierarchy: Hierarchy,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Name {
        if hierarchy.elements[index].isSecure { return .secret }
        guard kind != .window else { return .harmless }
        let mayBeCaption = kind == .text || kind == .other
        var name = Name.harmless
        for attribute in hierarchy.attributes[hierarchy.elements[index].attributes] {
            guard let role = hierarchy.roles[attribute.name] else { continue }
            let value = hierarchy.value(of: attribute)
            let found: Name
            switch role {
            case .identifier where hierarchy.isProse(value, of: index, kind): found = try label(value, &budget)
            case .identifier: found = try identifier(value, of: index, kind, in: hierarchy, &budget)
            case .hint: found = try label(value, &budget) == .harmless ? .harmless : .secret
            case .label: found = try label(value, &budget)
            // A typed text names nothing. Another shown text is the only name of an element where the source has no label for it.
            case .value where kind != .input && hierarchy.format != .xcuiTest: found = try label(value, &budget)
            case .value, .type, .package, .measurement: continue
            }
            guard found != .harmless else { continue }
            guard mayBeCaption else { return .secret }
            // A text that names a secret is a caption, whatever its identifier says.
            if found == .caption { return .caption }
            name = .secret
        }
        return name
    }

    /// A label that names a secret is the caption of one, unless the secret is its last line, as where Flutter reads out a row.
    private mutating func label(_ text: SecureBytes, _ budget: inout WorkBudget) throws(BudgetFailure) -> Name {
        try text.withUnsafeBytes { (text) throws(BudgetFailure) in
            try words.read(text, budget: &budget)
            guard try terms.matches(words, budget: &budget) else { return .harmless }
            return text.hasNumberAsLastLine ? .secret : .caption
        }
    }

    /// An identifier is one name; a locator of a page is a selector with names in it.
    private mutating func identifier(
        _ text: SecureBytes,
        of index: Int,
        _ kind: ElementKind,
        in hierarchy: Hierarchy,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> Name {
        let isLocator = hierarchy.format == .playwright
        return try text.withUnsafeBytes { (text) throws(BudgetFailure) in
            // An identifier that repeats the label says no more than the label.
            let isLabel = hierarchy.text(.label, of: index)?.withUnsafeBytes { $0.elementsEqual(text) } ?? false
            let text = text.withoutPackage
            if !includesStandard || hasOwn {
                try words.read(text, budget: &budget)
                if try terms.matches(words, ownAlone: true, budget: &budget) { return isLabel ? .caption : .secret }
            }
            guard includesStandard else { return .harmless }
            if isLocator, text.contains(where: \.isASCIISpace) {
                try words.read(text, budget: &budget)
                if try terms.matches(words, budget: &budget) { return .caption }
            }
            var rest = text[...]
            while !rest.isEmpty {
                let name = isLocator ? rest.prefix { !$0.endsNameInLocator } : rest
                rest = rest[name.endIndex...].dropFirst()
                try words.read(UnsafeRawBufferPointer(rebasing: name), budget: &budget)
                guard words.units.count <= Self.longestIdentifier else {
                    if try terms.matches(words, budget: &budget) { return .secret }
                    continue
                }
                let reading = try reader.read(words, of: kind, budget: &budget)
                guard reading.namesSecret else { continue }
                return isLabel || reading.isOfCaption && !hierarchy.showsDigit(index) ? .caption : .secret
            }
            return .harmless
        }
    }
}

extension Hierarchy {
    /// Whether the identifier of the element at `index` is no name in code: XCUITest uses the label where the app set none.
    fileprivate func isProse(_ identifier: SecureBytes, of index: Int, _ kind: ElementKind) -> Bool {
        guard format != .playwright else { return false }
        if identifier.withUnsafeBytes({ $0.contains(where: \.isASCIISpace) }) { return true }
        guard format == .xcuiTest, kind != .input, let label = text(.label, of: index) else { return false }
        return identifier.withUnsafeBytes { identifier in
            // `Phone` on a tab, and not `phone` or `homePhone`.
            guard let first = identifier.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
                return false
            }
            let isWord = identifier.dropFirst().allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            return isWord && label.withUnsafeBytes { $0.elementsEqual(identifier) }
        }
    }

    fileprivate func showsDigit(_ index: Int) -> Bool {
        [.value, .label].contains { role in
            text(role, of: index)?.withUnsafeBytes { UTF8Scalars($0).contains(where: \.isDecimalDigit) } ?? false
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the last of several lines has a digit, and no letter of ASCII and no `+`, which a number that a code was sent to
    /// has.
    fileprivate var hasNumberAsLastLine: Bool {
        guard let lineFeed = lastIndex(of: UInt8(ascii: "\n")) else { return false }
        let line = self[lineFeed...]
        return UTF8Scalars(UnsafeRawBufferPointer(rebasing: line)).contains(where: \.isDecimalDigit)
            && !line.contains(UInt8(ascii: "+"))
            && !line.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }
}

extension UInt8 {
    /// Whether the scalar ends a name in the selectors of a page: it is neither a letter, a digit, nor one of `_`, `-`, `.` and
    /// `/`.
    var endsNameInLocator: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "-")...UInt8(ascii: "9"), 0x80...:
            false
        default: true
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The name in `com.example.app:id/name`: a word in the name of an app says nothing about its elements.
    fileprivate var withoutPackage: UnsafeRawBufferPointer {
        let separator = Array(":id/".utf8)
        guard let colon = firstIndex(of: separator[0]), self[colon...].starts(with: separator) else { return self }
        return UnsafeRawBufferPointer(rebasing: self[(colon + separator.count)...])
    }
}
