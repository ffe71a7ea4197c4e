public import BoundedWork
public import Detection
import Hierarchy
public import ImageCore
public import Messages
public import SecureMemory

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

    /// Reads from files what redactions need besides their input: where the fonts are, and how texts are converted. Starts
    /// no thread, and does nothing the second time.
    ///
    /// A process that may open nothing later calls this while it still may.
    ///
    /// - Parameters:
    ///   - messages: Whether a message may have to be drawn. To find the fonts takes as long as many a redaction.
    ///   - hierarchies: Whether a hierarchy may have to be read.
    /// - Returns: The paths of the font files, which messages open when they have a text to set in them.
    public static func prepare(messages: Bool = true, hierarchies: Bool = true) -> [String] {
        if hierarchies { Hierarchy.openTextConverters() }
        return messages ? MessageFonts.load() : []
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
        var painter = try opened.choosePainter(covers: covers)
        while true {
            var snapshot = try opened.look(knowing: painter.properties)
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
        let (policy, rules) = try mapError(request.policy.forChecking(), RedactionError.policy)
        let checked = RedactionRequest(
            request.snapshot,
            policy: policy,
            hierarchy: request.hierarchy,
            unit: request.unit
        )
        let opened = try open(checked, work, meter)
        var snapshot = try opened.look(knowing: nil)
        let plan = try opened.plan(for: snapshot, grid: .pixels)
        let report = CheckReport(try ResolvedPlan(plan, for: snapshot, of: opened), rules: rules)
        guard let thumbnailEdge else { return CheckResult(report: report, thumbnail: nil) }
        let thumbnail = try PixelPainter().thumbnail(of: plan, on: &snapshot, for: opened, edge: thumbnailEdge)
        return CheckResult(report: report, thumbnail: thumbnail)
    }
}

extension Redactor {
    /// Completes the policy of a request, finds the elements that it names, and opens the snapshot.
    private func open(
        _ request: RedactionRequest,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(RedactionError) -> OpenedRequest {
        let planning = meter.begin(.plan)
        let policy: Policy
        do {
            policy = try request.policy.counting(in: request.unit)
                .resolvingAssets(sent: Set(request.assets.keys), stored: { request.store[$0] != nil })
        } catch {
            throw .policy(error)
        }
        let cancellation = work.cancellation
        let elements = try MatchedElements(policy.elementSelectors, in: request.hierarchy, cancellation)
        guard !work.isCancelled else { throw .cancelled }
        meter.end(planning)
        let file = try meter.measure(.open) { () throws(RedactionError) in
            try mapError(
                ImageFormat.open(request.snapshot, limits: limits, cancellation: cancellation),
                \DecodingError.redactionError
            )
        }
        return OpenedRequest(
            file: file,
            policy: policy,
            elements: elements,
            detector: detector,
            scale: request.unit?.scale ?? policy.unit.scale,
            phase: request.phase,
            requiresCover: request.requiresCover,
            assets: request.assets,
            store: request.store,
            limits: limits,
            messages: messages,
            output: request.output,
            wantsPicture: request.wantsPicture,
            work: work,
            meter: meter
        )
    }
}

extension Redactor {
    /// A redacted snapshot, and what was done to it.
    public struct Result: Sendable {
        /// The redacted snapshot as a whole new file, without the metadata of the one that was sent. Empty where the request
        /// did not want it and it was not needed.
        public let image: SecureBytes
        /// The format of ``image``, or the one that it would have.
        public let format: OutputFormat.Kind
        /// What was covered, and what the covers are worth.
        public let receipt: Receipt
        /// What the rules cover, before what is kept was cut out of it, in the order of painting.
        public let plan: [PlannedStep]
        /// The hierarchy without what covered elements say. Nil if none was sent.
        public let hierarchy: PageSource?

        /// What came of a plan, and the file that was painted; nil if none was.
        init(_ plan: ResolvedPlan, file: PaintedFile?) {
            image = file?.bytes ?? SecureBytes()
            format = file?.format ?? OutputFormat.Kind(plan.snapshot.format)
            receipt = Receipt(plan, omitted: file?.omitted ?? [])
            self.plan = plan.steps.map { PlannedStep($0, of: plan) }
            hierarchy = plan.hierarchy?.source
        }
    }

    /// What a check found.
    public struct CheckResult: Sendable {
        /// What is seen.
        public let report: CheckReport
        /// A small JPEG of the snapshot in which all that was found is black; nil if none was asked for.
        public let thumbnail: SecureBytes?
    }
}
