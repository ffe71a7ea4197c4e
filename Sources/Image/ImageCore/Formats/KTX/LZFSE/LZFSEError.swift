enum LZFSEError: Error, Equatable {
    case truncated
    case malformed
    case tooLong
    case cancelled
}
