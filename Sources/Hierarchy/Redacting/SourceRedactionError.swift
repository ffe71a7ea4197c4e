public import SecureMemory

/// Why a source could not be redacted.
public enum SourceRedactionError: Error, Equatable, CustomStringConvertible {
    /// So many texts are alike that looking for them takes too long.
    case tooMuchWork
    /// There was no memory.
    case outOfMemory(OutOfMemory)

    /// A sentence for whoever asked.
    public var description: String {
        switch self {
        case .tooMuchWork: "the hierarchy has so many texts that begin alike that looking for them takes too long"
        case .outOfMemory(let error): error.description
        }
    }
}
