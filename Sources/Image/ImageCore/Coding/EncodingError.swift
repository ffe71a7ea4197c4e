import BoundedWork
import SecureMemory

/// Why a picture was not written.
public enum EncodingError: Error, Equatable, CustomStringConvertible {
    /// An edge is longer than the format can say, in pixels.
    case edgeTooLong(PixelSize, limit: Int)
    /// The codec failed, which it does for lack of memory alone; its message.
    case codec(String)
    /// The work was called off.
    case cancelled

    /// The file was not finished.
    init(_ failure: WorkFailure) {
        switch failure {
        case .outOfMemory(let error): self = .codec(error.description)
        case .cancelled: self = .cancelled
        }
    }

    /// A sentence for the client that asked for the format.
    public var description: String {
        switch self {
        case .edgeTooLong(let size, let limit): "the picture is \(size) pixels; an edge may have at most \(limit)"
        case .codec(let message): "the picture could not be written: \(message)"
        case .cancelled: "the work was cancelled"
        }
    }
}

extension PixelSize {
    /// - Throws: ``EncodingError/edgeTooLong(_:limit:)`` if an edge has more than `longestEdge` pixels.
    func check(longestEdge: Int) throws(EncodingError) {
        guard max(width, height) <= longestEdge else { throw .edgeTooLong(self, limit: longestEdge) }
    }
}
