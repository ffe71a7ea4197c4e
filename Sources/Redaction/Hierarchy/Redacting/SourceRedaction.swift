import BoundedWork
import SecureMemory

/// Search for everything in a source that gives covered elements away, in time that is linear in its bytes.
struct SourceRedaction: ~Copyable {
    private let hierarchy: Hierarchy
    private let coverage: Coverage
    private let texts: CoveredTexts
    /// The forms of the attributes, by the indices of their names.
    private let forms: [StructuralForm?]
    /// Whether the presence of an attribute reveals something, by the index of its name.
    private let areTelling: [Bool]
    private var reader: TextReader

    /// Units of work: more than any source within the limits needs.
    static let workLimit = 200_000_000

    init(of hierarchy: Hierarchy, covering covered: [Int], budget: inout WorkBudget) throws(BudgetFailure) {
        var coverage = Coverage(of: covered, in: hierarchy)
        var reader = try TextReader()
        let texts = try CoveredTexts.of(hierarchy, coverage, &reader, budget: &budget)
        let cells = try texts.cells(of: hierarchy, &reader, budget: &budget)
        if !cells.isEmpty { coverage = Coverage(of: covered + cells, in: hierarchy) }
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
        forms = zip(hierarchy.names, hierarchy.roles).map { name, role in
            switch role {
            case .type, .package: .name
            default: StructuralForm(name, in: hierarchy)
            }
        }
        areTelling = hierarchy.names.map { StructuralForm.isTelling($0, in: hierarchy.format) }
    }

    struct Replacement {
        let range: Range<Int>
        let text: String
    }

    mutating func replacements(budget: inout WorkBudget) throws(BudgetFailure) -> [Replacement] {
        // The reference is kept while the bytes are lent.
        let source = hierarchy.source
        return try source.withUnsafeBytes { (source) throws(BudgetFailure) in
            var replacements: [Replacement] = []
            for index in hierarchy.elements.indices {
                for attribute in hierarchy.attributes[hierarchy.elements[index].attributes] {
                    try redact(attribute, of: index, source, into: &replacements, &budget)
                }
                if let missing = missingValue(of: index, source) { replacements.append(missing) }
            }
            // The members of an object are in any order, and what is missing is added where the type is.
            return replacements.sorted { $0.range.lowerBound < $1.range.lowerBound }
        }
    }

    private mutating func redact(
        _ attribute: Hierarchy.Attribute,
        of index: Int,
        _ source: UnsafeRawBufferPointer,
        into replacements: inout [Replacement],
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try budget.spend()
        if areTelling[attribute.name], coverage.touches(index) {
            replacements.append(removal(of: attribute, in: source))
            return
        }
        let value = hierarchy.value(of: attribute)
        let form = forms[attribute.name]
        if let form, attribute.isNull || value.withUnsafeBytes(form.describes) { return }
        let substitute = form?.substitute.map { Replacement(range: attribute.sourceRange, text: $0) }
        if hierarchy.roles[attribute.name] == .identifier {
            try redact(attribute, identifier: value, of: index, source, into: &replacements, &budget)
        } else if coverage.covers(index) {
            replacements.append(substitute ?? whole(attribute, in: source))
        } else if !texts.isEmpty {
            try reader.read(value, budget: &budget)
            let matches = try texts.matches(&reader, budget: &budget)
            if let substitute, !matches.isEmpty {
                replacements.append(substitute)
            } else {
                append(matches, in: attribute, source, to: &replacements)
            }
        }
    }

    /// Redacts an identifier: it stays whole, or all of it is replaced, because half of one names nothing.
    private mutating func redact(
        _ attribute: Hierarchy.Attribute,
        identifier: SecureBytes,
        of index: Int,
        _ source: UnsafeRawBufferPointer,
        into replacements: inout [Replacement],
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) {
        if coverage.covers(index), try repeatsText(identifier, of: index, &budget) {
            replacements.append(whole(attribute, in: source))
            return
        }
        guard !texts.isEmpty else { return }
        try identifier.withUnsafeBytes { (bytes) throws(BudgetFailure) in
            try reader.read(hierarchy.format == .uiAutomator ? bytes.withoutPackage : bytes, budget: &budget)
        }
        let matches = try texts.matches(&reader, budget: &budget)
        if matches.isEmpty {
            if try texts.isInLocator(&reader, budget: &budget) { replacements.append(whole(attribute, in: source)) }
        } else if hierarchy.format == .xcuiTest, try isLabel(identifier, of: index, &budget) {
            append(matches, in: attribute, source, to: &replacements)
        } else {
            replacements.append(whole(attribute, in: source))
        }
    }
}

extension SourceRedaction {
    /// Replaces the characters in `matches`, of the text that was read last, which is all of `attribute`.
    private func append(
        _ matches: [Range<Int>],
        in attribute: Hierarchy.Attribute,
        _ source: UnsafeRawBufferPointer,
        to replacements: inout [Replacement]
    ) {
        guard !matches.isEmpty else { return }
        guard isString(attribute, in: source) else {
            replacements.append(whole(attribute, in: source))
            return
        }
        var places = SourceScalars(in: source, range: attribute.sourceRange, notation: hierarchy.kind.notation)
        for match in matches {
            let scalars = reader.text.scalars(of: match)
            let start = places.offset(after: scalars.lowerBound)
            let end = places.offset(after: scalars.upperBound)
            replacements.append(Replacement(range: start..<end, text: Hierarchy.redactedText))
        }
    }

    /// The replacement of a whole value, with its quotation marks: XML has apostrophes round a value that holds quotation marks,
    /// and JSON no marks round what is no string.
    private func whole(_ attribute: Hierarchy.Attribute, in source: UnsafeRawBufferPointer) -> Replacement {
        let range = attribute.sourceRange
        let marks = isString(attribute, in: source) ? 1 : 0
        return Replacement(
            range: range.lowerBound - marks..<range.upperBound + marks,
            text: "\"\(Hierarchy.redactedText)\""
        )
    }

    /// What becomes of an attribute that may not stay: JSON keeps its member.
    private func removal(of attribute: Hierarchy.Attribute, in source: UnsafeRawBufferPointer) -> Replacement {
        switch hierarchy.kind.notation {
        case .xml: Replacement(range: source.attribute(around: attribute.sourceRange), text: "")
        case .json: whole(attribute, in: source)
        }
    }

    /// Whether the value stands between quotation marks. In JSON, anything else is replaced as a whole.
    private func isString(_ attribute: Hierarchy.Attribute, in source: UnsafeRawBufferPointer) -> Bool {
        let start = attribute.sourceRange.lowerBound
        return hierarchy.kind.notation == .xml || start > 0 && source[start - 1] == UInt8(ascii: "\"")
    }

    /// The value of a covered field that WebDriverAgent left out because it is empty, at its place: behind the type.
    private func missingValue(of index: Int, _ source: UnsafeRawBufferPointer) -> Replacement? {
        guard hierarchy.format == .xcuiTest, hierarchy.kind == .xml, coverage.isField(index),
            hierarchy.attribute(.value, of: index) == nil,
            let first = hierarchy.attributes[hierarchy.elements[index].attributes].first
        else { return nil }
        let place =
            hierarchy.attribute(.type, of: index).map { $0.sourceRange.upperBound + 1 }
            ?? source.attribute(around: first.sourceRange).lowerBound
        return Replacement(range: place..<place, text: " value=\"\(Hierarchy.redactedText)\"")
    }
}

extension SourceRedaction {
    /// Whether an identifier is a label, which WebDriverAgent writes as the `name` of an element without an identifier.
    /// Identifiers are code: they hold no white space, and no letters but those of ASCII. Locators are sentences of code.
    private mutating func isLabel(
        _ identifier: SecureBytes,
        of index: Int,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        try reader.read(identifier, budget: &budget)
        // A typed text is no name, even if it repeats the one of its field.
        for role in coverage.isField(index) ? [AttributeRole.label] : [.label, .value] {
            guard let other = hierarchy.text(role, of: index) else { continue }
            if try reader.isSame(as: other, budget: &budget) { return true }
        }
        return hierarchy.format != .playwright
            && identifier.withUnsafeBytes { bytes in bytes.contains { $0 <= 0x20 || $0 >= 0x80 } }
    }
}

extension SourceRedaction {
    /// Whether an identifier is a label, or a locator that may quote a text too short to be looked for, such as a digit of a code.
    private mutating func repeatsText(
        _ identifier: SecureBytes,
        of index: Int,
        _ budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        if try isLabel(identifier, of: index, &budget) { return true }
        guard hierarchy.format == .playwright, let text = hierarchy.text(.value, of: index) else { return false }
        return try reader.quotesLike(text, budget: &budget)
    }
}

extension UnsafeRawBufferPointer {
    /// The range of an attribute of XML, with the white space before it, whose value stands at `value`.
    fileprivate func attribute(around value: Range<Int>) -> Range<Int> {
        func isSpace(_ offset: Int) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self[offset]) }
        var start = value.lowerBound - 1
        while start > 0, isSpace(start - 1) || self[start - 1] == UInt8(ascii: "=") { start -= 1 }
        while start > 0, !isSpace(start - 1) { start -= 1 }
        while start > 0, isSpace(start - 1) { start -= 1 }
        return start..<value.upperBound + 1
    }

    /// The name in `com.example.app:id/name`: the rest is the name of the app, into which nobody types.
    fileprivate var withoutPackage: UnsafeRawBufferPointer {
        let separator = ":id/".utf8
        guard let colon = firstIndex(of: UInt8(ascii: ":")), self[colon...].starts(with: separator),
            StructuralForm.name.describes(UnsafeRawBufferPointer(rebasing: self[..<colon]))
        else { return self }
        return UnsafeRawBufferPointer(rebasing: self[(colon + separator.count)...])
    }
}
