public import BoundedWork
public import Detection
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

    /// A redacted snapshot, and what was done to it.
    public struct Result: Sendable {
        /// The redacted snapshot as a whole new file, without the metadata of the one that was sent. Empty where the request
        /// did not want it and it was not needed.
        public let image: SecureBytes
        /// The format of ``image``.
        public let format: OutputFormat.Kind
        /// What was covered, and what the covers are worth.
        public let receipt: Receipt
        /// What the rules cover, before what is kept was cut out of it, in the order of painting.
        public let plan: [PlannedStep]
        /// The hierarchy without what covered elements say. Nil if none was sent.
        public let hierarchy: PageSource?
    }

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

    /// Covers what the policy of a request names.
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
        let job = try job(request, work, meter)
        let painted = try paint(job)
        meter.note(size: painted.size)
        let redacted = try job.elements.map { (elements) throws(RedactionError) in
            try RedactedHierarchy(elements, of: job, painted: painted)
        }
        return Result(
            image: painted.file,
            format: painted.format,
            receipt: Receipt(painted, policy: job.policy, phase: job.phase, hierarchy: redacted),
            plan: painted.plan.steps.map { PlannedStep($0, hierarchy: redacted) },
            hierarchy: redacted?.source
        )
    }

    /// Finds what the policy's targets need before anything is planned, and opens the snapshot.
    func job(
        _ request: RedactionRequest,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(RedactionError) -> RedactionJob {
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
        return RedactionJob(
            file: file,
            policy: policy,
            elements: elements,
            detector: detector,
            scale: request.unit?.scale ?? policy.unit.scale,
            phase: request.phase,
            requiresCover: request.requiresCover,
            painter: Painter(assets: request.assets, store: request.store, limits: limits, messages: messages),
            output: request.output,
            wantsPicture: request.wantsPicture,
            work: work,
            meter: meter
        )
    }

    /// Takes the first route that does the job and has the evidence for its targets; decoding everything always does.
    private func paint(_ job: RedactionJob) throws(RedactionError) -> PaintedSnapshot {
        let shortcuts: [any Route] = [PreviewRoute(), WholeScreenRoute(covers: covers), JPEGRoute()]
        for route in shortcuts where route.evidence.isSuperset(of: job.policy.evidence) {
            if let painted = try route.paint(job) { return painted }
        }
        return try PixelRoute().paint(job)
    }
}
