import Detection
import SecureMemory

extension TextLine {
    /// The text without spaces, which the recogniser adds and leaves out.
    var letters: String { text?.string.filter { $0 != " " } ?? "" }
}

extension RecognizedText {
    var string: String { utf8.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}
