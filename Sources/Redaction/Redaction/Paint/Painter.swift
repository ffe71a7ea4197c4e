import ImageCore
import SecureMemory

/// A way to carry out a plan: the whole screen, the rows of a PNG or a JPEG, the coefficients of a JPEG, pixels.
///
/// Chosen before the plan. All painters make the same of a plan; they differ in cost, and in how far areas grow. One that reads the
/// snapshot after the plan reports a plan that is impossible before a snapshot that is damaged, and one of the two where
/// an asset is damaged as well.
protocol Painter {
    /// The snapshot's properties for the painter, known without decoding; nil if it has to be decoded.
    var properties: Snapshot.Properties? { get }

    /// Paints `plan`, made for ``properties`` or those of the decoded snapshot, and writes the new file. It may take the pixels of
    /// `snapshot`; nil if it cannot carry out such a plan or gains nothing by it, which ``PixelPainter`` always can.
    func paint(
        _ plan: Plan,
        on snapshot: inout Snapshot,
        for request: OpenedRequest
    ) throws(RedactionError) -> PaintedFile?
}

extension OpenedRequest {
    /// Chooses the cheapest painter by the header of the snapshot and the policy.
    func choosePainter(covers: CoverCache?) throws(RedactionError) -> any Painter {
        guard !policy.evidence.contains(.pixels) else { return PixelPainter() }
        if hidesEverything, let header = try checkedHeader() {
            return WholeScreenPainter(header: header, covers: covers)
        }
        if mayEndAtPlan, let header = try checkedHeader() { return PixelPainter(header: header) }
        if let painter = CoefficientPainter(self) { return painter }
        return try choosePixelPainter()
    }

    /// Chooses the cheapest painter that carries out every plan.
    func choosePixelPainter() throws(RedactionError) -> any Painter {
        if let painter = try RowPainter(self) { return painter }
        return PixelPainter()
    }
}

struct PaintedFile {
    let bytes: SecureBytes
    let format: OutputFormat.Kind
    /// Indices of the steps whose words did not fit.
    let omitted: Set<Int>
    /// The pixels below the covers; nil unless the request wants them.
    var covered: CoveredPixels?
}
