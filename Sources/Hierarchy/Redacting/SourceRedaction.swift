import BoundedWork
import SecureMemory

/// Finds what of a source gives covered elements away, in time that is linear in its bytes.
struct SourceRedaction: ~Copyable {
    private let hierarchy: Hierarchy
    private let coverage: Coverage
    private let texts: CoveredTexts
    private var reader: TextReader

    /// Units that no source needs which is as long as it may be.
    static let workLimit = 200_000_000

    /// - Parameters:
    ///   - hierarchy: Whose source it is.
    ///   - covered: Indices of elements that are covered, with all that they hold.
    ///   - budget: Pays for each character that covered elements show.
    init(of hierarchy: Hierarchy, covering covered: [Int], budget: inout WorkBudget) throws(BudgetFailure) {
        let coverage = Coverage(of: covered, in: hierarchy)
        var reader = try TextReader()
        let texts = try CoveredTexts.of(hierarchy, coverage, &reader, budget: &budget)
        self.init(hierarchy, coverage, texts, reader)
    }

    private init(
        _ hierarchy: Hierarchy,
        _ coverage: Coverage,
        _ texts: consuming CoveredTexts,
        _ reader: consuming TextReader
    ) {
        self.hierarchy = hierarchy
        self.coverage = coverage
        self.texts = texts
        self.reader = reader
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
        // The reference is kept while the bytes are lent.
        let source = hierarchy.source
        return try source.withUnsafeBytes { (source) throws(BudgetFailure) in
            var replacements: [Replacement] = []
            for index in hierarchy.elements.indices {
                let first = replacements.count
                for attribute in hierarchy.attributes[hierarchy.elements[index].attributes] {
                    replacements += try self.replacements(in: attribute, of: index, source, &budget)
                }
                // The members of an object are in any order.
                if hierarchy.format == .playwright {
                    replacements[first...].sort { $0.range.lowerBound < $1.range.lowerBound }
                }
            }
            return replacements
        }
    }

    private mutating func replacements(
        in attribute: Hierarchy.Attribute,
        of index: Int,
        _ source: UnsafeRawBufferPointer,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Replacement] {
        try budget.spend()
        let role = hierarchy.roles[attribute.name]
        let value = hierarchy.value(of: attribute)
        if value.isEmpty || value.withUnsafeBytes({ role?.isWrittenByTool($0) ?? false }) { return [] }
        if coverage.covers(index), try isReplacedWhole(role, value, of: index, &budget) { return [whole(attribute)] }
        let occurrences = try occurrences(in: attribute, value, source, &budget)
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
        try reader.read(identifier, budget: &budget)
        for role in [AttributeRole.value, .label] {
            guard let other = hierarchy.text(role, of: index) else { continue }
            if try reader.isSame(as: other, budget: &budget) { return true }
        }
        return false
    }

    /// Where in the source `attribute` holds a text of a covered element.
    private mutating func occurrences(
        in attribute: Hierarchy.Attribute,
        _ value: SecureBytes,
        _ source: UnsafeRawBufferPointer,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Range<Int>] {
        guard !texts.isEmpty else { return [] }
        try reader.read(value, budget: &budget)
        let matches = try texts.matches(&reader, budget: &budget)
        guard !matches.isEmpty else { return [] }
        var places = SourceScalars(in: source, range: attribute.sourceRange, format: hierarchy.format)
        return matches.map { match in
            let scalars = reader.text.scalars(of: match)
            let start = places.offset(after: scalars.lowerBound)
            return start..<places.offset(after: scalars.upperBound)
        }
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
