import SecureMemory

/// The folder that `Deploy/lib/models.sh` fills.
struct ModelFolder {
    static let runtime = "libonnxruntime.so"
    static let textDetector = "text-detector.onnx"
    static let textRecognizer = "text-recogniser.onnx"
    static let characters = "characters.txt"
    static let faces = "faces.onnx"
    static let all =
        [runtime, textDetector, textRecognizer, characters, faces]
        + Script.allCases.flatMap { [reader(of: $0), characters(of: $0)] }

    /// What reads lines in a script.
    static func reader(of script: Script) -> String { "\(script).onnx" }

    /// The characters of a script.
    static func characters(of script: Script) -> String { "\(script).txt" }

    /// Most bytes of a file that is read.
    private static let maximumBytes = 64 << 20

    let path: String

    /// The path of a file in the folder.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// The bytes of a file.
    ///
    /// - Throws: ``DetectorError/missing(path:reason:)``.
    func read(_ name: String) throws(DetectorError) -> SecureBytes {
        let path = path(of: name)
        do {
            return try InputFile(path).read(.regular, maximumBytes: Self.maximumBytes)
        } catch {
            throw .missing(path: path, reason: error.reason)
        }
    }
}
