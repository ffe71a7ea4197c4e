import ImageCore
import SecureMemory

/// The new file that a painter wrote.
struct PaintedFile {
    /// The redacted snapshot as a file of ``format``.
    let bytes: SecureBytes
    /// The format that the file was written in.
    let format: OutputFormat.Kind
    /// Indices of the steps of the plan whose words did not fit and were left out.
    let omitted: Set<Int>
}
