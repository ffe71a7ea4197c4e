import Detection
import SecureMemory

extension TextLine {
    /// The text without spaces, which the recogniser adds and leaves out.
    var letters: String {
        text?.utf8.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }.filter { $0 != " " } ?? ""
    }
}
