public import SecureMemory

/// What a check gives back.
public struct CheckResult: Sendable {
    /// What is seen.
    public let report: CheckReport
    /// A small JPEG of the snapshot in which all that was found is black; nil if none was asked for.
    public let thumbnail: SecureBytes?
}
