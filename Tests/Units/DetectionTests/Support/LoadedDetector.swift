import Samples
import SecureMemory

@testable import Detection

/// The detector that all tests look with: loading takes longer than looking.
enum LoadedDetector {
    private static let loaded = Result { () throws(DetectorError) in try Detector(models: Models.directory) }

    /// - Throws: `DetectorError` if the models are not there.
    static func detector() throws -> Detector { try loaded.get() }
}

extension TextLine {
    /// The text without spaces, which the recogniser adds and leaves out.
    var letters: String { text?.string.filter { $0 != " " } ?? "" }
}

extension RecognizedText {
    var string: String { utf8.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}
