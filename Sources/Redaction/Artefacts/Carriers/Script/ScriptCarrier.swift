import BoundedWork
import TextAlgorithms

/// A script in JavaScript: its strings are texts, with the name in front of each as its caption. Of code, whose words say nothing,
/// goes only what is a secret or has check digits, so that it goes on to run.
struct ScriptCarrier {
    enum Part {
        /// A string, with the name of what it is assigned to.
        case string(Range<Int>, caption: Range<Int>?)
        case comment(Range<Int>)
        case code(Range<Int>)
    }

    /// Whether it does something, such as the viewer of a report, and does not merely hold data.
    let isProgram: Bool
    private let range: Range<Int>
    private let source: UnsafeRawBufferPointer

    /// A script that is known to be one, in a range of `source`, which stays valid as long as the carrier.
    init(_ range: Range<Int>, of source: UnsafeRawBufferPointer) {
        (self.range, self.source) = (range, source)
        var tokens = ScriptTokens(range, of: source)
        var does = false
        while !does, let token = tokens.next() {
            guard case .code(let code) = token else { continue }
            let text = String(decoding: source[code], as: UTF8.self)
            does = text.contains("function") || text.contains("=>")
        }
        isProgram = does
    }

    /// Words of which a script that is a file of its own has one.
    private static let words = ["function", "=>", "var ", "const ", "let ", "window."]

    /// A text that is a script as far as brackets and strings say; nil for any other.
    init?(_ source: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        self.init(0..<source.count, of: source)
        try budget.spend(2 * source.count)
        var tokens = ScriptTokens(range, of: source)
        var (round, square, curly, count) = (0, 0, 0, 0)
        while let token = tokens.next() {
            guard case .code(let code) = token else { continue }
            for byte in source[code] {
                switch byte {
                case UInt8(ascii: "("): round += 1
                case UInt8(ascii: ")"): round -= 1
                case UInt8(ascii: "["): square += 1
                case UInt8(ascii: "]"): square -= 1
                case UInt8(ascii: "{"): curly += 1
                case UInt8(ascii: "}"): curly -= 1
                case UInt8(ascii: ";"): count += 1
                default: break
                }
            }
        }
        guard !tokens.isMalformed, round == 0, square == 0, curly == 0, count > 0 else { return nil }
        let text = String(decoding: source, as: UTF8.self)
        guard Self.words.contains(where: text.contains) else { return nil }
    }

    /// Calls `body` with each part, in their order.
    func forEachPart(
        budget: inout WorkBudget,
        _ body: (Part, inout WorkBudget) throws(BudgetFailure) -> Void
    ) throws(BudgetFailure) {
        var tokens = ScriptTokens(range, of: source)
        var caption: Range<Int>?
        while let token = tokens.next() {
            try budget.spend()
            switch token {
            case .code(let code):
                try body(.code(code), &budget)
                if !source[code].allSatisfy(isSign) { caption = name(atEndOf: code) }
            case .string(let string):
                try body(.string(string, caption: caption), &budget)
                // A name may be a string itself: `"password": "…"`.
                caption = string
            case .comment(let comment):
                try body(.comment(comment), &budget)
                caption = nil
            case .expression(let expression):
                try body(.code(expression), &budget)
                caption = nil
            }
        }
    }

    /// Whether a byte may stand between a name and what it names.
    private func isSign(_ byte: UInt8) -> Bool { byte.isASCIISpace || "=:(".utf8.contains(byte) }

    /// The name in front of a string, as in `password: "…"` and `user.password = "…"`, or in code between two strings nothing.
    private func name(atEndOf code: Range<Int>) -> Range<Int>? {
        guard let last = source[code].lastIndex(where: { !isSign($0) }) else { return nil }
        let isPart = { (byte: UInt8) in byte.isASCIILetter || byte.isASCIIDigit || "_$-".utf8.contains(byte) }
        guard last + 1 < code.upperBound, isPart(source[last]) else { return nil }
        let start = source[code.lowerBound...last].lastIndex { !isPart($0) }.map { $0 + 1 } ?? code.lowerBound
        return start..<last + 1
    }
}
