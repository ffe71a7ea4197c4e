import ImageCore
import SecureMemory

/// A snapshot that a plan was carried out on.
struct PaintedSnapshot {
    /// The new file.
    let file: SecureBytes
    /// Its format.
    let format: OutputFormat.Kind
    /// What was painted.
    let plan: Plan
    /// Indices of the steps of the plan whose message was omitted.
    let omitted: Set<Int>
    /// Width and height of the snapshot, in pixels.
    let size: PixelSize
    /// The format of the snapshot.
    let input: ImageFormat
    /// Whether the pixels of the snapshot are known to decode.
    var hasVerifiedPixels = true
}
