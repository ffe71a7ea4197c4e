import Redaction
import SecureMemory

/// What came of a file.
struct RedactedFile: Sendable {
    /// The redacted snapshot, or a picture of what would be covered.
    let picture: SecureBytes
    /// The redacted page source, if it is wanted.
    let hierarchy: SecureBytes?
    /// What was covered, if it is wanted.
    let receipt: Receipt?
}
