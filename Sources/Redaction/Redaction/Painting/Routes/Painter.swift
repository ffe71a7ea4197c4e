import ImageCore

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

extension Redactor {
    /// Chooses the painter that takes the least, by the header of the snapshot and the policy.
    func choosePainter(for request: OpenedRequest) throws(RedactionError) -> any Painter {
        // What targets look for is seen in pixels.
        guard !request.policy.evidence.contains(.pixels) else { return PixelPainter() }
        if request.hidesEverything, let header = try request.checkedHeader() {
            return WholeScreenPainter(header: header, covers: covers)
        }
        if request.mayEndAtPlan, let header = try request.checkedHeader() { return PixelPainter(header: header) }
        return CoefficientPainter(request) ?? PixelPainter()
    }
}
