import ImageCore
package import RawVideo
package import Redaction
import SecureMemory

/// A reason why a recording was not redacted, without anything of it.
package enum RecordingError: Error, Equatable {
    /// A frame, or the policy, for which it cannot be.
    case redaction(RedactionError)
    /// The frames of the decoder cannot be read.
    case reading(RawVideoError)
    /// An animated WebP is damaged; the text says where.
    case animation(String)
    /// The encoder does not take the frames.
    case writing(RawVideoError)
    /// There is not a single frame.
    case noFrames
    /// The frames that have to be known before one is covered take more memory than they may.
    case lingersTooLong(bytes: Int)
    /// A rule found too little in all of the recording.
    case tooFewMatches(rule: Int, found: Int, demanded: Int)
    /// Nothing was covered, and a cover is required.
    case nothingCovered

    init(_ failure: OutOfMemory) { self = .redaction(.outOfMemory(failure)) }

    /// A stream that ends before its first frame is one without frames.
    init(reading error: RawVideoError) { self = error == .truncated ? .noFrames : .reading(error) }

    init(animation failure: DecodingError) {
        self =
            switch failure {
            case .edgeTooLong(let size, _), .tooManyPixels(let size, _):
                .reading(.frameTooLarge(width: UInt64(size.width), height: UInt64(size.height)))
            case .outOfMemory(let error): .redaction(.outOfMemory(error))
            case .cancelled: .redaction(.cancelled)
            case .corrupt(let message): .animation(message)
            case .empty, .unsupported, .undecided: .animation("\(failure)")
            }
    }
}

extension RecordingError: CustomStringConvertible {
    /// A sentence without a full stop.
    package var description: String {
        switch self {
        case .redaction(let error): error.sentence
        case .reading(let error): "its frames cannot be decoded: \(error)"
        case .animation(let reason): "its frames cannot be decoded: \(reason)"
        case .writing(let error): "the frames cannot be encoded: \(error)"
        case .noFrames: "it has no frames"
        case .lingersTooLong(let bytes):
            "the frames of the time that covers linger take more than \(bytes >> 20) MiB; state a shorter time"
        case .tooFewMatches(let rule, let found, let demanded):
            "\(RedactionError.policy(.tooFewMatches(rule: rule, found: found, demanded: demanded)).sentence)"
        case .nothingCovered: RedactionError.policy(.nothingCovered).sentence
        }
    }
}
