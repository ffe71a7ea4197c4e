import SecureMemory

/// A file that an operator wrote and that cannot be used, and why.
public struct InvalidFile: Error, Equatable, CustomStringConvertible {
    /// The path of the file, or of the directory.
    public let path: String
    /// The line that is at fault, counted from 1; nil if it is not known.
    public let line: Int?
    /// What is wrong: a sentence without a full stop.
    public let reason: String

    /// `policies/bank.yaml:7: /rules/0/style: unknown member …`
    public var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)" }

    package init(_ path: String, line: Int? = nil, _ reason: String) {
        self.path = path
        self.line = line
        self.reason = reason
    }

    /// A file that cannot be read.
    init(_ error: FileError) {
        self.init(error.path, error.reason)
    }
}
