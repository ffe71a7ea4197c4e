public import BoundedWork
public import Detection
public import ImageCore
public import Messages
import SecureMemory

/// Carries out policies: a snapshot in, a new file and a receipt out.
///
/// ```swift
/// let policy = try Policy(rules: [.init(.screen, .fill(.black))])
/// let result = try Redactor().redact(RedactionRequest(snapshot, policy: policy))
/// ```
/// At any time at most two full-size pictures are held besides the files: the snapshot, and either a picture that covers
/// it or a copy that an effect works on.
public struct Redactor: Sendable {
    /// How large a snapshot, or a picture of a style, may be.
    public let limits: DecodingLimits
    /// The covers of whole screens that are kept ready; nil keeps none.
    let covers: CoverCache?
    /// Draws the words of messages.
    let messages: MessageRenderer
    /// Looks for what targets name that are seen in pixels; nil refuses such targets.
    let detector: Detector?

    /// Takes pictures within `limits`, keeps covers of whole screens ready in `covers`, or none if it is nil, has messages
    /// drawn by `messages`, and has pictures looked at by `detector`, or refuses policies that need it if it is nil.
    public init(
        limits: DecodingLimits = DecodingLimits(),
        covers: CoverCache? = nil,
        messages: MessageRenderer = MessageRenderer(),
        detector: Detector? = nil
    ) {
        self.limits = limits
        self.covers = covers
        self.messages = messages
        self.detector = detector
    }

    /// Bytes of the covers of whole screens that are kept ready.
    public var coverBytes: Int { covers?.byteCount ?? 0 }

    /// Finds the fonts that messages are set in, so that the first message is not kept waiting.
    public func warmUp() {
        messages.warmUp()
    }

    /// Covers what the policy of a request names, in stages: opens the snapshot, chooses a painter, looks, plans, paints unless the plan
    /// is all that is asked for, and reports.
    ///
    /// - Parameters:
    ///   - request: The snapshot and its policy.
    ///   - work: How many threads may work at a time, on which no byte depends, and whether the result is still wanted.
    ///   - meter: Where it is noted what the work takes, also if it fails.
    /// - Throws: ``RedactionError`` for anything that goes wrong: no pixel of the snapshot is given back then.
    public func redact(
        _ request: RedactionRequest,
        work: WorkContext = WorkContext(),
        meter: WorkMeter = WorkMeter()
    ) throws(RedactionError) -> Result {
        let opened = try open(request, work, meter)
        var painter = try choosePainter(for: opened)
        while true {
            var snapshot = try opened.look(for: painter)
            let plan = try opened.plan(for: snapshot)
            if opened.mayEndAtPlan, plan.isForeseeable {
                return Result(try ResolvedPlan(plan, for: snapshot, of: opened), file: nil)
            }
            if let file = try painter.paint(plan, on: &snapshot, for: opened) {
                return Result(try ResolvedPlan(plan, for: snapshot, of: opened), file: file)
            }
            // It depends on the painter how far areas grow, so the one that carries out every plan gets a plan of its own.
            painter = PixelPainter()
        }
    }

    /// Finds what a snapshot shows of what the policy of a request would cover, in the same stages up to the plan. Rules for places that
    /// are fixed find nothing. The policy's phases, its coverage and what it demands to be found do not count.
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
        let (checked, rules) = try request.forChecking()
        let opened = try open(checked, work, meter)
        var snapshot = try opened.look(for: PixelPainter())
        let plan = try opened.plan(for: snapshot, grid: .pixels)
        let report = CheckReport(try ResolvedPlan(plan, for: snapshot, of: opened), rules: rules)
        guard let thumbnailEdge else { return CheckResult(report: report, thumbnail: nil) }
        let thumbnail = try PixelPainter().thumbnail(of: plan, on: &snapshot, for: opened, edge: thumbnailEdge)
        return CheckResult(report: report, thumbnail: thumbnail)
    }
}
