import BoundedWork
import SecureMemory

/// Finds what of a source gives covered elements away.
struct SourceRedaction: ~Copyable {
    private let hierarchy: Hierarchy
    /// For each element whether it is covered, by itself or by one that holds it.
    private var isCovered: [Bool]
    private var folder = TextFolder()
    private var search: TextSearch
    private var text: FoldedText
    private var otherText: FoldedText

    /// - Parameters:
    ///   - hierarchy: Whose source it is.
    ///   - covered: Indices of elements that are covered, with all that they hold.
    ///   - cancellation: Tells whether the source is still wanted.
    init(
        of hierarchy: Hierarchy,
        covering covered: [Int],
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        let search = try TextSearch(budget: WorkBudget(limit: TextSearch.workLimit, cancellation: cancellation))
        self.init(of: hierarchy, search: search, text: try FoldedText(), otherText: try FoldedText())
        var end = 0
        for index in covered.sorted() where index >= end {
            end = hierarchy.elements[index].end
            for held in index..<end { isCovered[held] = true }
        }
    }

    private init(
        of hierarchy: Hierarchy,
        search: consuming TextSearch,
        text: consuming FoldedText,
        otherText: consuming FoldedText
    ) {
        self.hierarchy = hierarchy
        self.isCovered = Array(repeating: false, count: hierarchy.elements.count)
        self.search = search
        self.text = text
        self.otherText = otherText
    }

    /// A part of the source, and what takes its place.
    struct Replacement {
        let range: Range<Int>
        let text: String
    }

    /// What is replaced, in order.
    mutating func replacements() throws(SourceRedactionError) -> [Replacement] {
        do {
            try collectTexts()
            return try hierarchy.source.withUnsafeBytes { (source) throws(SourceRedactionError) in
                try findReplacements(in: source)
            }
        } catch let error as SourceRedactionError {
            throw error
        } catch {
            throw .outOfMemory(error as? OutOfMemory ?? OutOfMemory(byteCount: 0))
        }
    }

    /// Makes the texts that covered elements show known to the search.
    private mutating func collectTexts() throws(OutOfMemory) {
        for index in hierarchy.elements.indices where isCovered[index] {
            // The label of a field is its caption, which others may well repeat.
            let isInput = ElementKind(of: index, in: hierarchy) == .input
            for attribute in hierarchy.attributes[hierarchy.elements[index].attributes] {
                switch hierarchy.roles[attribute.name] {
                case .value: break
                case .label where !isInput: break
                default: continue
                }
                try hierarchy.value(of: attribute).withUnsafeBytes { (bytes) throws(OutOfMemory) in
                    try folder.fold(bytes, into: &text)
                }
                try search.add(text.characters)
            }
        }
        search.prepare()
    }

    private mutating func findReplacements(
        in source: UnsafeRawBufferPointer
    ) throws(SourceRedactionError) -> [Replacement] {
        var replacements: [Replacement] = []
        for index in hierarchy.elements.indices {
            for attribute in hierarchy.attributes[hierarchy.elements[index].attributes] {
                let role = hierarchy.roles[attribute.name]
                let value = hierarchy.value(of: attribute)
                if value.isEmpty || value.withUnsafeBytes({ role?.isWrittenByTool($0) ?? false }) { continue }
                do {
                    if try isCovered[index] && isReplacedWhole(role, value, of: index) {
                        replacements.append(whole(attribute))
                    } else {
                        replacements += try occurrences(in: attribute, value, source)
                            .map { Replacement(range: $0, text: Hierarchy.redactedText) }
                    }
                } catch let error as BudgetFailure {
                    throw SourceRedactionError(error)
                } catch {
                    throw .outOfMemory(error as? OutOfMemory ?? OutOfMemory(byteCount: 0))
                }
            }
        }
        // The members of an object are in any order.
        return replacements.sorted { $0.range.lowerBound < $1.range.lowerBound }
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
        of index: Int
    ) throws(OutOfMemory) -> Bool {
        switch role {
        case .label, .value, .hint, .type, .package, .measurement: true
        case nil: !value.withUnsafeBytes(AttributeRole.isFlag)
        case .identifier: try repeatsText(value, of: index)
        }
    }

    /// Whether an identifier is nothing but a text of its element.
    private mutating func repeatsText(_ identifier: SecureBytes, of index: Int) throws(OutOfMemory) -> Bool {
        for role in [AttributeRole.value, .label] {
            guard let other = hierarchy.text(role, of: index) else { continue }
            try identifier.withUnsafeBytes { (bytes) throws(OutOfMemory) in try folder.fold(bytes, into: &text) }
            try other.withUnsafeBytes { (bytes) throws(OutOfMemory) in try folder.fold(bytes, into: &otherText) }
            if text.characters.elementsEqual(otherText.characters, by: { $0.token == $1.token }) { return true }
        }
        return false
    }

    /// Where in the source `attribute` holds a text of a covered element.
    private mutating func occurrences(
        in attribute: Hierarchy.Attribute,
        _ value: SecureBytes,
        _ source: UnsafeRawBufferPointer
    ) throws -> [Range<Int>] {
        try value.withUnsafeBytes { try folder.fold($0, into: &text) }
        let matches = try search.matches(in: text.characters)
        guard !matches.isEmpty else { return [] }
        var places = SourceScalars(in: source, range: attribute.sourceRange, format: hierarchy.format)
        return matches.map { match in
            let scalars = text.scalars(of: match)
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
