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

    enum Part {
        /// Text between tags, or the value of an attribute.
        case text(Range<Int>, onNewRow: Bool, isCode: Bool)
        /// Lines that have no references: of anything, or of a template that a script fills in.
        case lines(Range<Int>, isTemplate: Bool)
        case script(Range<Int>)
        /// An attribute or an element that holds a secret. Its value is a text, too.
        case secret(FieldMember)
    }

    /// Calls `body` with all parts in their order; attributes that hold secrets come behind those of their element.
    func forEachPart(
        budget: inout WorkBudget,
        _ body: (Part, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        var rules = try FieldRules(budget: &budget)
        var tokens = MarkupTokens(source)
        var attributes: [FieldMember] = []
        var beginsRow = true
        var element = ""
        /// The name of the element that begins in front of the token.
        var opened: Range<Int>?
        var cell = Cell()
        var table = MarkupTable()
        while let token = tokens.next() {
            try budget.spend()
            if case .attribute = token {} else { try judge(&attributes, &rules, budget: &budget, body) }
            switch token {
            case .tag(let name):
                let tag = word(name)
                beginsRow = beginsRow || !Self.inline.contains(tag)
                opened = source[name.lowerBound - 1] == UInt8(ascii: "/") ? nil : name
                element = opened == nil ? "" : tag
                cell.enter(tag, isOpening: opened != nil)
                table.enter(tag, isOpening: opened != nil)
            case .text(let range):
                guard isSaid(range) else { continue }
                try body(.text(range, onNewRow: beginsRow, isCode: false), &budget)
                if let opened { try judge(opened, holding: range, .markup, &rules, budget: &budget, body) }
                let said = trimmed(range)
                if let caption = cell.caption(of: said) {
                    try judge(said, captionedBy: caption, &rules, budget: &budget, body)
                }
                if let heading = table.heading(of: said) {
                    let cell = FieldMember(name: heading, value: said, notation: .markup)
                    if let secret = try rules.secret(inColumn: cell, in: source, budget: &budget) {
                        try body(.secret(secret), &budget)
                    }
                }
                (beginsRow, opened) = (false, nil)
            case .attribute(let name, let value):
                if attributes.count < Self.mostAttributes {
                    attributes.append(FieldMember(name: name, value: value, notation: .markup))
                }
                guard isSaid(value) else { continue }
                let name = word(name)
                if element == "script", name == "type" { element = kind(ofScript: value) }
                let isCode = FieldNaming.code.contains(name)
                try body(.text(value, onNewRow: beginsRow || name != "value", isCode: isCode), &budget)
                beginsRow = name != "value"
            case .raw(let range):
                switch element {
                case "script": try body(.script(range), &budget)
                case "style": try body(.text(range, onNewRow: true, isCode: true), &budget)
                default: try body(.lines(range, isTemplate: element == Self.template), &budget)
                }
                if let opened, range.lowerBound > 0, source[range.lowerBound - 1] == UInt8(ascii: "[") {
                    try judge(opened, holding: range, .plain, &rules, budget: &budget, body)
                }
                (beginsRow, element, opened) = (true, "", nil)
            }
        }
        try judge(&attributes, &rules, budget: &budget, body)
    }

    /// Calls `body` with the attributes of an element that hold secrets.
    private func judge(
        _ attributes: inout [FieldMember],
        _ rules: inout FieldRules,
        budget: inout WorkBudget,
        _ body: (Part, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        guard !attributes.isEmpty else { return }
        let secrets = try rules.secrets(among: attributes, of: nil, in: source, budget: &budget)
        for secret in secrets where !secret.value.isEmpty {
            if FieldNaming.isValue(secret, in: source) || isOneWord(secret) { try body(.secret(secret), &budget) }
        }
        attributes = []
    }

    /// Whether an attribute that is called like a secret holds one and says no more of it, as `password="true"` of a page source does:
    /// one word of letters and digits.
    private func isOneWord(_ attribute: FieldMember) -> Bool {
        let value = source[attribute.value]
        return value.count >= Self.shortestWord && !FieldNaming.common.contains(word(attribute.name))
            && value.contains(where: \.isASCIIDigit) && value.contains(where: \.isASCIILetter)
            && !value.contains(where: \.isASCIISpace)
    }

    /// Calls `body` with the text of an element that is called like a secret, as `<password>` of XML is.
    private func judge(
        _ element: Range<Int>,
        holding text: Range<Int>,
        _ notation: Notation,
        _ rules: inout FieldRules,
        budget: inout WorkBudget,
        _ body: (Part, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        let name =
            (source[element].lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? element.lowerBound)..<element.upperBound
        guard !name.isEmpty, !FieldNaming.common.contains(word(name)),
            let first = source[text].firstIndex(where: { $0 > 0x20 }),
            let last = source[text].lastIndex(where: { $0 > 0x20 }), last - first >= Self.shortestSecret - 1,
            try rules.nameSecret(name, in: source, budget: &budget)
        else { return }
        try body(.secret(FieldMember(name: name, value: first..<last + 1, notation: notation)), &budget)
    }

    /// Calls `body` with a text of which the element in front says that it is a secret.
    private func judge(
        _ text: Range<Int>,
        captionedBy caption: Range<Int>,
        _ rules: inout FieldRules,
        budget: inout WorkBudget,
        _ body: (Part, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        guard let place = try rules.secret(in: text, captionedBy: caption, in: source, budget: &budget) else { return }
        try body(.secret(FieldMember(name: caption, value: place, notation: .markup)), &budget)
    }

    /// A text without the space round it, and without a colon at its end.
    private func trimmed(_ text: Range<Int>) -> Range<Int> {
        let colon = UInt8(ascii: ":")
        let start = source[text].firstIndex { $0 > 0x20 } ?? text.upperBound
        let last = source[start..<text.upperBound].lastIndex { $0 > 0x20 && $0 != colon }
        return start..<(last.map { $0 + 1 } ?? start)
    }

    /// Where in a table, a list of terms or a property list the parts are, and what the part in front of the last one says.
    private struct Cell {
        /// Elements whose text is the caption of what is in the next one.
        private static let captioned = ["key": "string", "dt": "dd", "th": "td", "td": "td"]
        private static let rows: Set<String> = ["tr", "table", "dl", "dict", "array"]

        private var element = ""
        private var caption: (text: Range<Int>, element: String)?

        mutating func enter(_ name: String, isOpening: Bool) {
            if MarkupCarrier.inline.contains(name) { return }
            if Self.rows.contains(name) { caption = nil }
            element = isOpening ? name : ""
        }

        /// The text that is the caption of a text of the element, which may be the caption of the next.
        mutating func caption(of text: Range<Int>) -> Range<Int>? {
            defer { caption = Self.captioned[element] == nil ? nil : (text, element) }
            return caption.flatMap { Self.captioned[$0.element] == element ? $0.text : nil }
        }
    }

    /// Fewest bytes of the text of an element that is a secret: shorter ones are numbers of tests.
    private static let (shortestSecret, shortestWord) = (4, 6)

    private func isSaid(_ range: Range<Int>) -> Bool { source[range].contains { $0 > 0x20 } }

    private static let template = "template"
    private static let templates = ["tmpl", "template", "handlebars", "mustache", "html"]

    /// The element that a script of a type is like: a script, a template, or data.
    private func kind(ofScript type: Range<Int>) -> String {
        let type = String(decoding: source[type], as: UTF8.self).lowercased()
        if type == "module" || type.hasSuffix("javascript") || type.hasSuffix("ecmascript") { return "script" }
        return Self.templates.contains(where: type.contains) ? Self.template : ""
    }

    private func word(_ name: Range<Int>) -> String {
        name.count > Self.longestName ? "" : String(decoding: source[name], as: UTF8.self).lowercased()
    }
}
