import BoundedWork
import Foundation
package import SecureMemory
package import StrictJSON

/// A file of values: in YAML if it is called `.yaml` or `.yml`, in JSON if it is called anything else.
package struct StructuredFile {
    /// Path of the file; `-` is standard input, if pipes are read.
    package let path: String
    private let text: StructuredText

    /// Bytes of a file. The largest possible policy takes a fraction of it.
    static let maximumBytes = 256 << 10

    package init(_ path: String, _ kind: InputFile.Kind) throws(InvalidFile) {
        let bytes = try mapError(InputFile(path).read(kind, maximumBytes: Self.maximumBytes), InvalidFile.init)
        try self.init(path, bytes)
    }

    init(_ path: String, _ bytes: SecureBytes) throws(InvalidFile) {
        let isYAML = ["yaml", "yml"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
        do throws(TextFault) {
            text = isYAML ? .yaml(try YAMLText(bytes)) : try StructuredText(json: bytes)
        } catch {
            throw InvalidFile(path, line: error.line, error.reason)
        }
        self.path = path
    }

    package var value: JSONValue {
        switch text {
        case .json(_, let value): value
        case .yaml(let text): text.value
        }
    }

    /// The error for a value at `pointer`, nil for none in particular; the reason is a sentence without a full stop.
    package func invalid(_ reason: String, at pointer: JSONPointer?) -> InvalidFile {
        let place = pointer.map { $0.tokens.isEmpty ? "" : "\($0): " } ?? ""
        return InvalidFile(path, line: pointer.flatMap(text.line), place + reason)
    }
}

/// A text in JSON or YAML, with the place of each value.
enum StructuredText {
    case json(SecureBytes, JSONValue)
    case yaml(YAMLText)

    init(json text: SecureBytes) throws(TextFault) {
        let value = try mapError(JSONValue(parsing: text)) { (error: JSONSyntaxError) in
            TextFault(line: error.position.line, reason: "\(error.reason)")
        }
        self = .json(text, value)
    }

    func line(of pointer: JSONPointer) -> Int? {
        switch self {
        case .json(let text, _): pointer.position(in: text)?.line
        case .yaml(let text): text.line(of: pointer)
        }
    }
}

struct TextFault: Error, Equatable {
    let line: Int?
    let reason: String
}
