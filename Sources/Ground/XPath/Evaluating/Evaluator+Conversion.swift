import BoundedWork
import SecureMemory

/// What the functions `boolean`, `number` and `string` do (XPath 1.0, sections 4.2 to 4.4).
extension Evaluator {
    func boolean(_ value: Value) -> Bool {
        switch value {
        case .nodes(let nodes): !nodes.isEmpty
        case .string(let text): !text.range.isEmpty
        case .number(let number): number != 0 && !number.isNaN
        case .boolean(let boolean): boolean
        }
    }

    mutating func number(_ value: Value) throws(XPathEvaluationError) -> Double {
        switch value {
        case .number(let number): return number
        case .boolean(let boolean): return boolean ? 1 : 0
        case .string, .nodes:
            let text = try text(value)
            try budget.pay(bytes: text.range.count)
            return withBytes(of: text, Double.init(xpath:))
        }
    }

    mutating func text(_ value: Value) throws(XPathEvaluationError) -> Text {
        switch value {
        case .string(let text): return text
        case .nodes(let nodes):
            guard let first = nodes.first else { return .empty }
            return text(of: first)
        case .number(let number): return try write(number.xpathDescription)
        case .boolean(let boolean): return try write(boolean ? "true" : "false")
        }
    }

    /// The string-value of `node`: none but attributes have one that is not empty, as elements hold no text.
    func text(of node: Node) -> Text {
        guard let attribute = node.attribute else { return .empty }
        return Text(source: .document, range: tree.attributes[attribute].range)
    }

    /// Calls `body` with the bytes of `text`, which are valid until it returns.
    func withBytes<Result>(of text: Text, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch text.source {
        case .document: body(UnsafeRawBufferPointer(rebasing: document[text.range]))
        case .written: written.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[text.range])) }
        }
    }

    /// Appends `string` to what was written, and returns its place there.
    mutating func write(_ string: String) throws(XPathEvaluationError) -> Text {
        try write(atMost: string.utf8.count) { free, _ in
            free.copyBytes(from: string.utf8)
            return string.utf8.count
        }
    }
}
