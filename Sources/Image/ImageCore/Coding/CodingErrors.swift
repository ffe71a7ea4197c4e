import BoundedWork
public import SecureMemory

/// Reason why a picture was not decoded.
public enum DecodingError: Error, Equatable, CustomStringConvertible {
    /// The file has no bytes.
    case empty
    /// The file is of no ``ImageFormat`` by its own bytes, or is of a kind that is not read. The text names its apparent kind,
    /// for example `a GIF`, `an arithmetic-coded JPEG` or `an animated WebP`.
    case unsupported(String)
    /// An edge is over the limit, in pixels.
    case edgeTooLong(PixelSize, limit: Int)
    /// The area is over the limit, in pixels.
    case tooManyPixels(PixelSize, limit: Int)
    /// The file is truncated, damaged or breaks the rules of its format; the text is the codec's message.
    case corrupt(String)
    /// The file can be read in several ways, and the pixels that may decide do not.
    case undecided
    /// No memory for the pixels, or for the codec.
    case outOfMemory(OutOfMemory)
    /// The work was called off.
    case cancelled

    static let codecOutOfMemory = DecodingError.outOfMemory(.unknown)

    init(_ failure: WorkFailure) {
        switch failure {
        case .outOfMemory(let error): self = .outOfMemory(error)
        case .cancelled: self = .cancelled
        }
    }

    /// A sentence for the sender of the picture.
    public var description: String {
        switch self {
        case .empty: "the file is empty"
        case .unsupported(let found): "the file is \(found), not an ordinary \(ImageFormat.names)"
        case .edgeTooLong(let size, let limit): "the picture is \(size) pixels; an edge may have at most \(limit)"
        case .tooManyPixels(let size, let limit):
            "the picture is \(size), which is \(size.area) pixels; at most \(limit) are allowed"
        case .corrupt(let message): "the picture does not decode: \(message)"
        case .undecided:
            "the file does not name the order of its blocks, and the uncovered pixels do not settle it"
        case .outOfMemory(let error): error.description
        case .cancelled: "the work was cancelled"
        }
    }
}

/// Reason why a picture was not written.
public enum EncodingError: Error, Equatable, CustomStringConvertible {
    /// An edge is longer than the format can express, in pixels.
    case edgeTooLong(PixelSize, limit: Int)
    /// The codec failed, which it does for lack of memory alone; its message.
    case codec(String)
    /// The work was called off.
    case cancelled

    static func outOfMemory(_ error: OutOfMemory) -> EncodingError { .codec(error.description) }

    init(_ failure: WorkFailure) {
        switch failure {
        case .outOfMemory(let error): self = .outOfMemory(error)
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
    func check(longestEdge: Int) throws(EncodingError) {
        guard max(width, height) <= longestEdge else { throw .edgeTooLong(self, limit: longestEdge) }
    }
}
