import Containment

/// Why work on a shard, or on a file of it, came to nothing.
enum BulkFailure: Error, Equatable {
    /// The file cannot be redacted, and others can: a sentence.
    case file(String)
    /// Something is wrong that is no fault of a file, so that there is no use in going on: a sentence.
    case everything(String)
    /// Another program works on the shard.
    case taken
}

extension BulkFailure {
    /// What it means that a file cannot be read.
    static func reading(_ error: SystemError) -> BulkFailure {
        error.isOfAllFiles ? .everything("files cannot be read: \(error)") : .file("\(error)")
    }

    /// What it means that a result cannot be written.
    static func writing(_ error: SystemError) -> BulkFailure {
        // To read, a part of a disk may be broken. To write, all of it is.
        error.isOfAllFiles || error == .inputOutput
            ? .everything("results cannot be written: \(error)") : .file("the result cannot be written: \(error)")
    }

    /// What it means that a file was not redacted.
    static func redacting(_ fault: RedactionFault) -> BulkFailure {
        fault == .worker(.unavailable) ? .everything(fault.sentence) : .file(fault.sentence)
    }
}
