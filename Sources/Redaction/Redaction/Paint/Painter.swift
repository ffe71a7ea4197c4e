import ImageCore
import SecureMemory

/// A way to carry out a plan: the whole screen, a JPEG's coefficients, pixels.
///
/// A painter is chosen before anything is planned. All painters make the same of a plan; they differ in what they take, and in how
/// far areas grow.
protocol Painter {
    /// The snapshot as the painter will paint it, known without decoding; nil if it has to be decoded.
    var properties: Snapshot.Properties? { get }

    /// Paints `plan` and writes the new file.
    ///
    /// - Parameters:
    ///   - plan: A plan for ``properties``, or for those of the decoded snapshot.
    ///   - snapshot: The snapshot, whose pixels the painter may take.
    ///   - request: The request that the plan is for.
    /// - Returns: Nil if the painter cannot carry out such a plan, or gains nothing by it. ``PixelPainter`` can.
    func paint(
        _ plan: Plan,
        on snapshot: inout Snapshot,
        for request: OpenedRequest
    ) throws(RedactionError) -> PaintedFile?
}

extension OpenedRequest {
    /// Chooses the painter that takes the least, by the header of the snapshot and the policy.
    ///
    /// - Parameter covers: The covers of whole screens that are kept ready; nil keeps none.
    func choosePainter(covers: CoverCache?) throws(RedactionError) -> any Painter {
        // What targets look for is seen in pixels.
        guard !policy.evidence.contains(.pixels) else { return PixelPainter() }
        if hidesEverything, let header = try checkedHeader() {
            return WholeScreenPainter(header: header, covers: covers)
        }
        if mayEndAtPlan, let header = try checkedHeader() { return PixelPainter(header: header) }
        return CoefficientPainter(self) ?? PixelPainter()
    }
}

/// The new file that a painter wrote.
struct PaintedFile {
    /// The redacted snapshot as a file of ``format``.
    let bytes: SecureBytes
    /// The format that the file was written in.
    let format: OutputFormat.Kind
    /// Indices of the steps of the plan whose words did not fit and were left out.
    let omitted: Set<Int>
}
