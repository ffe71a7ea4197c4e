import ImageCore
import Redaction
import StrictJSON

extension SanitizeOptions.Parameter {
    /// What the parameter says, in a few words.
    var help: String {
        switch self {
        case .policy: "the name of one of the server's policies, instead of a style"
        case .format: "the format of the result; by default the one that was sent"
        case .quality:
            "the quality of a JPEG; by default the file's own where most of it stays as it is, else 90; makes a WebP lossy"
        case .compression: "how much time is spent to make a PNG small; by default fast"
        case .phase: "what the app was doing; a policy with phases applies in those alone"
        case .minimumAssurance:
            "the weakest assurance to take: erased refuses a policy that only obscures; by default obscured"
        case .preview: "whether to answer with receipt and plan instead of a picture"
        }
    }

    /// What a value has to be.
    var schema: JSONSchema {
        switch self {
        case .policy: .string(pattern: "[A-Za-z0-9._-]{1,64}").with(examples: "privacy-screen")
        case .format: .word(of: OutputFormat.Kind.self)
        case .quality: .integer(in: Self.qualities).with(examples: 85)
        case .compression: .word(of: PNGCompression.self)
        case .phase: .word(of: Phase.self)
        case .minimumAssurance: .word(of: MinimumAssurance.self)
        case .preview: .bool
        }
    }

    /// The qualities of a JPEG.
    static let qualities = 1...100
}
