/// The strings, numbers and words of an object by the path of their names, as in `box.x`: of a line of a log that holds one.
///
/// What is in arrays, or deeper than ``mostNames``, is not there.
struct JSONMembers {
    /// Names of a path at most.
    private static let mostNames = 3

    private let text: UnsafeRawBufferPointer
    private var ranges: [String: Range<Int>] = [:]

    /// Reads `text`, which stays valid as long as the members; nil if it is no object.
    init?(_ text: UnsafeRawBufferPointer) {
        self.text = text
        var tokens = JSONTokens(text)
        guard case .beginObject? = try? tokens.next() else { return nil }
        var path: [Range<Int>] = []
        var (name, depth) = (0..<0, 0)
        while let token = try? tokens.next() {
            switch token {
            case .name(let range): name = range
            case .beginObject where depth == 0 && path.count < Self.mostNames - 1: path.append(name)
            case .beginObject, .beginArray: depth += 1
            case .endObject where depth == 0: _ = path.popLast()
            case .endObject, .endArray: depth -= 1
            case .string(let range), .number(let range), .word(let range):
                guard depth == 0 else { continue }
                ranges[(path + [name]).map(string).joined(separator: ".")] = range
            }
        }
    }

    /// The place of a value, of a string between the quotation marks.
    func range(_ path: String) -> Range<Int>? { ranges[path] }

    /// A value as it is written.
    subscript(_ path: String) -> String? { ranges[path].map(string) }

    func number(_ path: String) -> Double? {
        self[path].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
}
