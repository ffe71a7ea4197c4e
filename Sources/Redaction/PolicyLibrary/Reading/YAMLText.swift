import SecureMemory
import StrictJSON
import Yams

/// A text in YAML, as the tree of values that JSON would give.
///
/// The unambiguous part of YAML is accepted: one document of mappings with text for keys, sequences and scalars, without tags,
/// anchors, aliases and merge keys. A scalar without quotation marks is null, true, false or a number by the rules of JSON and a
/// text elsewhere, unless YAML 1.1 differs: `yes`, `012`, `1:30`.
struct YAMLText {
    let value: JSONValue
    private let root: Node

    init(_ bytes: SecureBytes) throws(TextFault) {
        guard let text = bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw TextFault(line: nil, reason: "the text is not well-formed UTF-8")
        }
        // Before it is composed: the values behind aliases can be larger than any memory.
        try Self.refuseAnchors(in: text)
        guard let root = try Self.compose(text) else { throw TextFault(line: 1, reason: "the text is empty") }
        self.root = root
        value = try YAMLReader().value(of: root, depth: 0)
    }

    /// The line of the value that `pointer` leads to, or of the last one on the way there.
    func line(of pointer: JSONPointer) -> Int? {
        var node = root
        var line = root.mark?.line
        for token in pointer.tokens {
            switch (token, node) {
            case (.index(let index), .sequence(let elements)) where elements.indices.contains(index):
                node = elements[index]
                line = node.mark?.line
            case (.name(let name), .mapping(let members)):
                guard let member = members.first(where: { $0.key.scalar?.string == name }) else { return line }
                node = member.value
                line = member.key.mark?.line
            default: return line
            }
        }
        return line
    }

    private static func compose(_ text: String) throws(TextFault) -> Node? {
        do {
            return try Parser(yaml: text, encoding: .utf8).singleRoot()
        } catch let error as YamlError {
            throw TextFault(error, in: text)
        } catch {
            throw TextFault(line: nil, reason: "the text is not YAML")
        }
    }

    /// Refuses every possible anchor or alias: `&` or `*` where a value may begin, before a letter or a digit, even within a text,
    /// which only a whole parser could distinguish.
    private static func refuseAnchors(in text: String) throws(TextFault) {
        var line = 1
        var previous: UInt8?
        var bytes = text.utf8.makeIterator()
        var next = bytes.next()
        while let byte = next {
            next = bytes.next()
            if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*"), previous.map(precedesValue) ?? true,
                next.map(isNameByte) ?? false
            {
                throw TextFault(
                    line: line,
                    reason: #"anchors and aliases are not allowed; for the characters, write "\x26" and "\x2A""#
                )
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            previous = byte
        }
    }

    private static func precedesValue(_ byte: UInt8) -> Bool { byte <= 0x20 || "[{,:?-".utf8.contains(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension TextFault {
    /// The message of the parser, without the text that it quotes.
    fileprivate init(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(line: mark.line, reason: "the text is not YAML: \(problem)")
        case .reader(let problem, let offset, _, _):
            let before = offset.map { text.utf8.prefix($0) }
            let line = before.map { bytes in 1 + bytes.count { $0 == UInt8(ascii: "\n") } }
            self.init(line: line, reason: "the text is not YAML: \(problem)")
        case .duplicatedKeysInMapping(_, let context):
            self.init(line: context.mark.line, reason: "a mapping has the same key twice")
        default: self.init(line: nil, reason: "the text is not YAML")
        }
    }
}
