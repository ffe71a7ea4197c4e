/// Why no ``Detector`` could be made.
public enum DetectorError: Error, Equatable, CustomStringConvertible {
    /// A file is not there or cannot be read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reason: What the system says.
    case missing(path: String, reason: String)
    /// A file is not what it should be.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reason: What is wrong with it.
    case damaged(path: String, reason: String)

    /// A sentence for a log, with the path of the file.
    public var description: String {
        switch self {
        case .missing(let path, let reason): "\(path) cannot be read: \(reason)"
        case .damaged(let path, let reason): "\(path) cannot be used: \(reason)"
        }
    }
}
