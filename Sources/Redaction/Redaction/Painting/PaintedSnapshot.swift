import ImageCore
import SecureMemory

/// The outcome of painting a plan on a snapshot: the new file, and what a receipt tells of it.
struct PaintedSnapshot {
    /// The redacted snapshot as a file of ``format``.
    let file: SecureBytes
    /// The format that the result was written in; that of the snapshot is ``input``.
    let format: OutputFormat.Kind
    /// The plan that was painted, in pixels of the snapshot.
    let plan: Plan
    /// Indices of the steps of the plan whose words did not fit and were left out.
    let omitted: Set<Int>
    /// Width and height of the snapshot, in pixels.
    let size: PixelSize
    /// The format of the snapshot as it was sent.
    let input: ImageFormat
    /// Whether the pixels of the snapshot are known to decode; false if only the structure of its file was checked.
    var hasVerifiedPixels = true
}
