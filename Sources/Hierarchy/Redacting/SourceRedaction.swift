import BoundedWork
import SecureMemory

/// Finds what of a source gives covered elements away, in time that is linear in its bytes.
struct SourceRedaction: ~Copyable {
    private let hierarchy: Hierarchy
    /// For each element whether it is covered, by itself or by one that holds it.
    private var isCovered: [Bool]
    private var folder = TextFolder()
    private var text: FoldedText
    private var otherText: FoldedText

    /// Units that no source needs which is as long as it may be.
    static let workLimit = 200_000_000

    /// - Parameters:
    ///   - hierarchy: Whose source it is.
    ///   - covered: Indices of elements that are covered, with all that they hold.
    init(of hierarchy: Hierarchy, covering covered: [Int]) throws(BudgetFailure) {
        self.init(of: hierarchy, text: try FoldedText(), otherText: try FoldedText())
        for index in covered { isCovered[index] = true }
        var end = 0
        for index in hierarchy.elements.indices {
            if isCovered[index] { end = max(end, hierarchy.elements[index].end) }
            isCovered[index] = index < end
        }
    }

    private init(of hierarchy: Hierarchy, text: consuming FoldedText, otherText: consuming FoldedText) {
        self.hierarchy = hierarchy
        self.isCovered = Array(repeating: false, count: hierarchy.elements.count)
        self.text = text
        self.otherText = otherText
    }

    /// A part of the source, and what takes its place.
    struct Replacement {
        let range: Range<Int>
        let text: String
    }

    /// What is replaced, in order.
    ///
    /// - Parameter budget: Pays for each character that is looked at.
    mutating func replacements(budget: inout WorkBudget) throws(BudgetFailure) -> [Replacement] {
        let search = try search(budget: &budget)
        return try hierarchy.source.withUnsafeBytes { (source) throws(BudgetFailure) in
            var replacements: [Replacement] = []
            for index in hierarchy.elements.indices {
                let first = replacements.count
                for attribute in hierarchy.attributes[hierarchy.elements[index].attributes] {
                    replacements += try self.replacements(in: attribute, of: index, source, search, &budget)
                }
                // The members of an object are in any order.
                if hierarchy.format == .playwright {
                    replacements[first...].sort { $0.range.lowerBound < $1.range.lowerBound }
                }
            }
            return replacements
        }
    }

    /// The search for the texts that covered elements show.
    private mutating func search(budget: inout WorkBudget) throws(BudgetFailure) -> TextSearch.Prepared {
        var search = try TextSearch()
        for index in hierarchy.elements.indices where isCovered[index] {
            // The label of a field is its caption, which others may well repeat.
            let isInput = ElementKind(of: index, in: hierarchy) == .input
            for attribute in hierarchy.attributes[hierarchy.elements[index].attributes] {
                switch hierarchy.roles[attribute.name] {
                case .value: break
                case .label where !isInput: break
                default: continue
                }
                try folder.fold(hierarchy.value(of: attribute), into: &text, budget: &budget)
                try search.add(text.characters)
            }
        }
        return try search.prepared(budget: &budget)
    }

    private mutating func replacements(
        in attribute: Hierarchy.Attribute,
        of index: Int,
        _ source: UnsafeRawBufferPointer,
        _ search: borrowing TextSearch.Prepared,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Replacement] {
        try budget.spend()
        let role = hierarchy.roles[attribute.name]
        let value = hierarchy.value(of: attribute)
        if value.isEmpty || value.withUnsafeBytes({ role?.isWrittenByTool($0) ?? false }) { return [] }
        if isCovered[index], try isReplacedWhole(role, value, of: index, &budget) { return [whole(attribute)] }
        let occurrences = try occurrences(in: attribute, value, source, search, &budget)
        return occurrences.map { Replacement(range: $0, text: Hierarchy.redactedText) }
    }

    /// All of a value. In XML with its quotation marks: tools write apostrophes where a value holds the others.
    private func whole(_ attribute: Hierarchy.Attribute) -> Replacement {
        let range = attribute.sourceRange
        guard hierarchy.format != .playwright else { return Replacement(range: range, text: Hierarchy.redactedText) }
        return Replacement(
            range: range.lowerBound - 1..<range.upperBound + 1,
            text: "\"\(Hierarchy.redactedText)\""
        )
    }

    /// Whether nothing is left of a `value` with `role`, which is none that only the tool can have written, where its element
    /// is covered. What an attribute says that nobody knows may be anything.
    private mutating func isReplacedWhole(
        _ role: AttributeRole?,
        _ value: SecureBytes,
        of index: Int,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        switch role {
        case .label, .value, .hint, .type, .package, .measurement: true
        case nil: !value.withUnsafeBytes(AttributeRole.isFlag)
        case .identifier: try repeatsText(value, of: index, &budget)
        }
    }

    /// Whether an identifier is nothing but a text of its element.
    private mutating func repeatsText(
        _ identifier: SecureBytes,
        of index: Int,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        for role in [AttributeRole.value, .label] {
            guard let other = hierarchy.text(role, of: index) else { continue }
            try folder.fold(identifier, into: &text, budget: &budget)
            try folder.fold(other, into: &otherText, budget: &budget)
            if text.characters.elementsEqual(otherText.characters, by: { $0.token == $1.token }) { return true }
        }
        return false
    }

    /// Where in the source `attribute` holds a text of a covered element.
    private mutating func occurrences(
        in attribute: Hierarchy.Attribute,
        _ value: SecureBytes,
        _ source: UnsafeRawBufferPointer,
        _ search: borrowing TextSearch.Prepared,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Range<Int>] {
        guard !search.isEmpty else { return [] }
        try folder.fold(value, into: &text, budget: &budget)
        let matches = try search.matches(in: text.characters, budget: &budget)
        guard !matches.isEmpty else { return [] }
        var places = SourceScalars(in: source, range: attribute.sourceRange, format: hierarchy.format)
        return matches.map { match in
            let scalars = text.scalars(of: match)
            let start = places.offset(after: scalars.lowerBound)
            return start..<places.offset(after: scalars.upperBound)
        }
    }
}

extension TextFolder {
    fileprivate mutating func fold(
        _ text: SecureBytes,
        into folded: inout FoldedText,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try text.withUnsafeBytes { (bytes) throws(BudgetFailure) in try fold(bytes, into: &folded, budget: &budget) }
    }
}

extension AttributeRole {
    /// Whether `value` is a word, a number or a flag that only the tool can have written. Nobody types into those, and
    /// a frame or a type that is no longer one would make the source useless.
    fileprivate func isWrittenByTool(_ value: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .type, .package:
            value.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "$"):
                    true
                default: false
                }
            }
        case .measurement:
            Self.isFlag(value)
                || value.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ","),
                        UInt8(ascii: "-"), UInt8(ascii: "["), UInt8(ascii: "]"):
                        true
                    default: false
                    }
                }
        case .identifier, .label, .value, .hint: false
        }
    }

    fileprivate static func isFlag(_ value: UnsafeRawBufferPointer) -> Bool {
        value.elementsEqual("true".utf8) || value.elementsEqual("false".utf8)
    }
}
