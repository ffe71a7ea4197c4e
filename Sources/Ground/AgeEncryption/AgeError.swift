public import SecureMemory

/// Reason why a file of age is not opened.
public enum AgeError: Error, Sendable, Equatable {
    /// The file does not begin as one of age does.
    case notAge
    /// The header breaks the rules of the format: the fault.
    case malformedHeader(String)
    /// The armour breaks the rules of the format: the fault.
    case malformedArmor(String)
    /// None of the identities opens the file, or none was given.
    case wrongKey
    /// The passphrase does not open the file.
    case wrongPassphrase
    /// The file is sealed with a passphrase, and identities were given.
    case takesPassphrase
    /// The file is sealed to recipients, and a passphrase was given.
    case takesIdentity
    /// The header was changed after it was written.
    case changedHeader
    /// The file ends before its last chunk.
    case cut
    /// A chunk of the content was changed, or cut.
    case changed
    /// The last chunk is followed by other bytes.
    case trailingBytes
    /// The last of several chunks is empty, which no writer may make.
    case emptyLastChunk
    /// The passphrase takes more than ``AgeLimits/maximumWorkFactor`` allows: the exponent, `Int.max` for one of many
    /// digits.
    case workFactorTooHigh(Int)
    /// The file takes more than a limit: the words for it.
    case tooLarge(String)
    /// There is not enough memory.
    case outOfMemory(OutOfMemory)

    /// The fault, as a sentence without a full stop.
    public var sentence: String {
        switch self {
        case .notAge: "this is not a file of age"
        case .malformedHeader(let fault): "the header of the file is malformed: \(fault)"
        case .malformedArmor(let fault): "the armour of the file is malformed: \(fault)"
        case .wrongKey: "none of the identities opens the file"
        case .wrongPassphrase: "the passphrase is wrong"
        case .takesPassphrase: "the file is sealed with a passphrase, not to identities"
        case .takesIdentity: "the file is sealed to recipients, not with a passphrase"
        case .changedHeader: "the header of the file was changed"
        case .cut: "the file is cut off"
        case .changed: "the file was changed, or cut off"
        case .trailingBytes: "other bytes follow the end of the file"
        case .emptyLastChunk: "the file ends with an empty chunk, which it must not"
        case .workFactorTooHigh(.max): "the passphrase of the file takes too much work"
        case .workFactorTooHigh(let factor):
            "the passphrase of the file takes 2^\(factor) units of work; 2^\(AgeLimits.maximumWorkFactor), "
                + "which take 1 GiB of memory, are allowed"
        case .tooLarge(let words): "the file has \(words)"
        case .outOfMemory(let error): error.description
        }
    }
}

extension AgeError: CustomStringConvertible {
    /// The sentence.
    public var description: String { sentence }
}
