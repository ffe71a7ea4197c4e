public import AgeEncryption
public import ImageCore
public import SecureMemory

/// A reason why a sealed file was not put back into its picture.
public enum UnsealingError: Error, Sendable, Equatable {
    /// The sealed file does not open.
    case encryption(AgeError)
    /// The content was not made by Snapveil.
    case notSnapveils
    /// The content has a version that is not known.
    case unknownVersion(String)
    /// The content is not as its form demands, for the reason in the sentence.
    case malformed(String)
    /// The redacted file is not the one that was sealed.
    case otherFile
    /// The receipt does not fit, for the reason in the sentence.
    case receipt(String)
    /// The redacted picture does not decode.
    case picture(DecodingError)
    /// The restored picture could not be written.
    case encoding(EncodingError)
    /// A file cannot be read or written, for the reason in the sentence.
    case stream(String)
    /// Nobody waits for the result any more.
    case cancelled
    /// There is no memory for the work.
    case outOfMemory(OutOfMemory)

    /// The fault as a sentence without a full stop, which names the file at fault.
    public var sentence: String {
        switch self {
        case .encryption(let error): "the sealed file does not open: \(error.sentence)"
        case .notSnapveils: "the sealed file opens, but it was not made by Snapveil"
        case .unknownVersion(let version): "the sealed file has version \(version), which this program does not know"
        case .malformed(let reason): "the sealed file opens, but it is malformed: \(reason)"
        case .otherFile: "it is not the file that was sealed, or was changed since"
        case .stream(let reason): "a file cannot be read or written: \(reason)"
        case .cancelled: "the work was cancelled"
        case .receipt(let reason): "the receipt does not fit: \(reason)"
        case .picture(let error): "the redacted picture cannot be read: \(error)"
        case .encoding(let error): "the restored picture cannot be written: \(error)"
        case .outOfMemory(let error): "\(error)"
        }
    }
}
