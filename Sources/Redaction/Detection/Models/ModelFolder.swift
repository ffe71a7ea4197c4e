import SecureMemory

/// The folder that `Deploy/lib/models.sh` fills.
struct ModelFolder {
    static let runtime = "libonnxruntime.so"
    static let textDetector = "text-detector.onnx"
    static let textRecognizer = "text-recogniser.onnx"
    static let characters = "characters.txt"
    static let faces = "faces.onnx"
    static let names = "names.lexicon"
    static let all =
        [runtime, textDetector, textRecognizer, characters, faces, names]
        + Script.allCases.flatMap(readers).flatMap { [network(of: $0), characters(of: $0)] }

    /// The readers of a script, that of the script first.
    static func readers(of script: Script) -> [String] {
        ["\(script)"] + (script.hasMainLanguage ? ["\(script)-main-language"] : [])
    }

    static func network(of reader: String) -> String { "\(reader).onnx" }

    static func characters(of reader: String) -> String { "\(reader).txt" }

    private static let maximumBytes = 64 << 20

    let path: String

    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    func read(_ name: String) throws(DetectorError) -> SecureBytes {
        let path = path(of: name)
        do {
            return try InputFile(path).read(.regular, maximumBytes: Self.maximumBytes)
        } catch {
            throw .missing(path: path, reason: error.reason)
        }
    }
}

/// A script whose characters the recogniser does not know, and which has a reader of its own.
enum Script: String, CaseIterable, Sendable {
    case arabic, cyrillic, devanagari, hangul, hebrew, japanese, thai

    var isRightToLeft: Bool { self == .arabic || self == .hebrew }

    var isLikeLatin: Bool { self == .cyrillic }

    /// Whether most of what is written in it is in one language, which a network of its own reads better.
    var hasMainLanguage: Bool { self == .arabic }

    /// Whether a character belongs to this script alone. Han characters, which the recogniser knows, do not.
    func contains(_ character: Unicode.Scalar) -> Bool {
        switch self {
        case .arabic:
            // Without its digits.
            [
                0x600...0x65F, 0x66A...0x6EF, 0x6FA...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF,
                0xFE70...0xFEFF,
            ].contains {
                $0.contains(character.value)
            }
        case .cyrillic: (0x400...0x52F).contains(character.value)
        case .devanagari: (0x900...0x97F).contains(character.value)
        case .hangul: (0xAC00...0xD7A3).contains(character.value) || (0x3131...0x318E).contains(character.value)
        case .hebrew: (0x591...0x5F4).contains(character.value) || (0xFB1D...0xFB4F).contains(character.value)
        case .japanese: (0x3041...0x30FA).contains(character.value) || (0x30FC...0x30FF).contains(character.value)
        case .thai: (0xE01...0xE5B).contains(character.value)
        }
    }
}
