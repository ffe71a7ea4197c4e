import BoundedWork
import PolicyLibrary
import SecureMemory
import StrictJSON

/// A file of settings: one object in JSON, or in YAML if it is called `.yaml` or `.yml`, with a text, a number, or true
/// or false for each setting.
struct SettingsFile {
    private let texts: [String: String]
    private let file: StructuredFile

    init(_ path: String) throws(InvalidSetting) {
        let file = try mapError(StructuredFile(path, .regular), InvalidSetting.init)
        texts = try mapError(Self.texts(of: file.value)) { (error: JSONSchemaError) in
            InvalidSetting(file.invalid(error.message, at: error.pointer))
        }
        self.file = file
    }

    private static func texts(of json: JSONValue) throws(JSONSchemaError) -> [String: String] {
        var texts: [String: String] = [:]
        for (name, value) in try JSONCursor(json).members(count: 0...1000) { texts[name] = try text(of: value) }
        return texts
    }

    /// The value in the form of a command line.
    private static func text(of json: JSONCursor) throws(JSONSchemaError) -> String {
        switch json.value {
        case .string(let text): text.string
        case .number(let number): number.plainText
        case .bool(let bool): String(bool)
        case .null, .array, .object: throw json.wrongType(expected: "a string, a number, or true or false")
        }
    }

    /// The setting called `name`, in the form of a command line; nil if the file does not have it.
    func text(of name: String) -> String? { texts[name] }

    /// Refuses the file if it has a setting of another name than those in `known`.
    func check(known: [String]) throws(InvalidSetting) {
        _ = try mapError(JSONCursor(file.value).object(allowing: known)) { (error: JSONSchemaError) in
            InvalidSetting(file.invalid(error.message, at: error.pointer))
        }
    }

    /// The error for a text that is no value of the setting called `name`.
    func invalid(_ text: String, _ name: String) -> InvalidSetting {
        let reason = "\(QuotedText.quoting(text)) is not a value for --\(name)"
        return InvalidSetting(file.invalid(reason, at: JSONPointer([.name(name)])))
    }
}
