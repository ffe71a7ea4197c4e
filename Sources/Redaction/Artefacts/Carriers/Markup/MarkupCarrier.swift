import BoundedWork
import TextAlgorithms

/// HTML or XML: texts between tags, and the values of attributes.
struct MarkupCarrier {
    /// Elements that begin no row.
    private static let inline: Set<String> = [
        "a", "abbr", "b", "button", "code", "em", "font", "i", "img", "input", "label", "mark", "option", "s", "select",
        "small", "span", "strong", "sub", "sup", "u",
    ]
    private static let longestName = 16
    /// Attributes of an element that are judged together.
    private static let mostAttributes = 64

    private let source: UnsafeRawBufferPointer

    /// - Parameter source: UTF-8, which stays valid as long as the carrier; nil if it does not begin like markup.
    init?(_ source: UnsafeRawBufferPointer) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = source.starts(with: mark) ? source.dropFirst(mark.count) : source[...]
        guard let start = text.firstIndex(where: { $0 > 0x20 }), source[start] == UInt8(ascii: "<"),
            start + 1 < source.count,
            "!?".utf8.contains(source[start + 1]) || source[start + 1].isASCIILetter
        else { return nil }
        self.source = source
    }

    /// Adds all texts to `sheet`, but for files in base64.
    func fill(
        _ sheet: inout TextSheet,
        without embedded: EmbeddedFiles,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var tokens = MarkupTokens(source)
        var beginsRow = true
        func append(_ range: Range<Int>, onNewRow: Bool, isCode: Bool = false) throws(BudgetFailure) {
            guard source[range].contains(where: { $0 > 0x20 }) else { return }
            if beginsRow || onNewRow { try sheet.beginRow(budget: &budget) }
            beginsRow = onNewRow
            for part in embedded.parts(of: range) {
                try sheet.append(part, in: .markup, isCode: isCode, budget: &budget)
            }
        }
        while let token = tokens.next() {
            switch token {
            case .tag(let name):
                try budget.spend(name.count + 1)
                beginsRow = beginsRow || !Self.inline.contains(word(name))
            case .text(let range): try append(range, onNewRow: false)
            case .attribute(let name, let value):
                let name = word(name)
                try append(value, onNewRow: name != "value", isCode: FieldNaming.code.contains(name))
            case .raw(let range):
                try TextCarrier(source).fill(&sheet, from: range, without: embedded, budget: &budget)
                beginsRow = true
            }
        }
    }

    /// Calls `body` with the attributes that hold secrets.
    func forEachSecret(
        budget: inout WorkBudget,
        _ body: (FieldMember) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        var rules = try FieldRules(budget: &budget)
        var tokens = MarkupTokens(source)
        var attributes: [FieldMember] = []
        func judge() throws(BudgetFailure) {
            let secrets = try rules.secrets(among: attributes, of: nil, in: source, budget: &budget)
            for secret in secrets where !secret.value.isEmpty && FieldNaming.isValue(secret, in: source) {
                try body(secret)
            }
            attributes = []
        }
        while let token = tokens.next() {
            try budget.spend()
            if case .attribute(let name, let value) = token {
                guard attributes.count < Self.mostAttributes else { continue }
                attributes.append(FieldMember(name: name, value: value, notation: .markup))
            } else if !attributes.isEmpty {
                try judge()
            }
        }
        if !attributes.isEmpty { try judge() }
    }

    private func word(_ name: Range<Int>) -> String {
        name.count > Self.longestName ? "" : String(decoding: source[name], as: UTF8.self).lowercased()
    }
}
