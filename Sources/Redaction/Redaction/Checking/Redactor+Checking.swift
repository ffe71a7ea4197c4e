public import BoundedWork
import ImageCore
import SecureMemory

extension Redactor {
    /// Finds what a snapshot shows of what the policy of a request would cover. Nothing is painted, and rules for places that are
    /// fixed find nothing. The policy's phases, its coverage and what it demands to be found do not count.
    ///
    /// - Parameters:
    ///   - request: The snapshot and its policy; how results are written does not matter.
    ///   - thumbnailEdge: Pixels of the shorter edge of the thumbnail, 1 or more; nil if none is wanted.
    ///   - work: With how many threads, and whether the report is still wanted.
    ///   - meter: Where it is noted what the work takes, also if it fails.
    /// - Throws: ``RedactionError`` if it cannot be told whether something is seen.
    public func check(
        _ request: RedactionRequest,
        thumbnailEdge: Int? = nil,
        work: WorkContext = WorkContext(),
        meter: WorkMeter = WorkMeter()
    ) throws(RedactionError) -> CheckResult {
        let (policy, rules) = try mapError(request.policy.forChecking(), RedactionError.policy)
        var checked = RedactionRequest(request.snapshot, policy: policy, hierarchy: request.hierarchy)
        checked.unit = request.unit
        let job = try job(checked, work, meter)
        var image = try job.decoded()
        let seen = try job.look(at: image.pixels)
        let plan = try job.plan(size: image.pixels.size, grid: .pixels, colorSpace: image.colorSpace, seen: seen)
        let found = PaintedSnapshot(
            file: SecureBytes(),
            format: .png,
            plan: plan,
            omitted: [],
            size: image.pixels.size,
            input: image.format
        )
        meter.note(size: found.size)
        let hierarchy = try job.elements.map { (elements) throws(RedactionError) in
            try RedactedHierarchy(elements, of: job, painted: found)
        }
        let receipt = Receipt(found, policy: policy, phase: nil, hierarchy: hierarchy)
        let report = CheckReport(
            policy: receipt.policy,
            snapshot: receipt.snapshot,
            findings: plan.steps.compactMap { CheckReport.Finding($0, rule: rules[$0.rule], hierarchy: hierarchy) },
            lookedFor: receipt.lookedFor,
            models: receipt.models,
            warnings: receipt.warnings
        )
        guard let thumbnailEdge else { return CheckResult(report: report, thumbnail: nil) }
        _ = try job.paint(plan, on: &image)
        return CheckResult(report: report, thumbnail: try image.thumbnail(edge: thumbnailEdge, work))
    }
}

extension DecodedImage {
    /// The picture as a small JPEG.
    ///
    /// - Parameter edge: Pixels of the shorter edge, 1 or more.
    /// - Throws: ``RedactionError``.
    fileprivate consuming func thumbnail(edge: Int, _ work: WorkContext) throws(RedactionError) -> SecureBytes {
        let colorSpace = colorSpace
        do {
            return try takePixels().reduced(to: edge, work)
                .encoded(.jpeg(quality: 80), colorSpace: colorSpace, work: work)
        } catch {
            throw RedactionError(looking: error)
        }
    }
}
