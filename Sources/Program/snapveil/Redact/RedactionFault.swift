import BoundedWork
import Containment

/// Why a file was not redacted.
enum RedactionFault: Error, Equatable {
    /// It cannot be: a sentence.
    case refused(String)
    /// The process that worked on it failed.
    case worker(WorkerFailure)
}

extension RedactionFault {
    /// The reason, in words of which no worker can make more than words.
    var sentence: String {
        switch self {
        case .refused(let sentence): QuotedText.printing(sentence)
        case .worker(let failure): QuotedText.printing(failure.sentence)
        }
    }
}
