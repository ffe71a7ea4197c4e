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
/// Holds at most two full-size pictures besides the files: the snapshot, and an asset or a copy that an effect works on. Of a large
/// PNG, rows that were written are given back while the rest is read.
public struct Redactor: Sendable {
    /// Bounds on the size of a snapshot, or of an asset.
    public private(set) var limits: DecodingLimits
    /// Bytes that a snapshot may take while it is worked on; nil for no bound but ``limits``.
    private var pictureBytes: Int?
    let covers: CoverCache?
    let messages: MessageRenderer
    /// Nil refuses targets that are found in pixels.
    package let detector: Detector?

    /// Takes pictures within `limits`; without `covers` it keeps no screens ready, without `detector` it refuses policies that need
    /// one.
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

    /// The same redactor for pictures that take at most `byteCount` bytes while they are worked on, if its own bound is higher.
    public func restricted(toPictureBytes byteCount: Int) -> Redactor {
        var restricted = self
        restricted.pictureBytes = min(pictureBytes ?? byteCount, byteCount)
        restricted.limits.maximumPixels = min(limits.maximumPixels, byteCount / OutputFormat.workBytesOfPixel)
        return restricted
    }

    /// Bytes of the covers of whole screens that are kept ready.
    public var coverBytes: Int { covers?.byteCount ?? 0 }

    /// Finds the fonts that messages are set in, so that the first message is not kept waiting.
    public func warmUp() {
        messages.warmUp()
    }

    /// Reads the files that redactions need besides their input, for a process that may open nothing later; starts no thread, and
    /// does nothing the second time.
    ///
    /// - Parameters:
    ///   - messages: Whether to find the fonts, which takes as long as many a redaction.
    ///   - hierarchies: Whether to open the converters for the text of page sources.
    /// - Returns: Paths of the font files, which messages open when they have a text to set.
    public static func prepare(messages: Bool = true, hierarchies: Bool = true) -> [String] {
        if hierarchies { Hierarchy.openTextConverters() }
        return messages ? MessageFonts.load() : []
    }

    /// Covers the targets of a policy in stages: opens the snapshot, chooses a painter, looks, plans, paints unless the plan is all
    /// that is asked for, and reports. An error gives back no pixel of the snapshot.
    ///
    /// - Parameters:
    ///   - request: The snapshot and its policy.
    ///   - work: The threads, which no byte depends on, and the cancellation.
    ///   - meter: Notes the time of each stage, also of work that fails.
    public func redact(
        _ request: RedactionRequest,
        work: WorkContext = WorkContext(),
        meter: WorkMeter = WorkMeter()
    ) throws(RedactionError) -> Result {
        let opened = try open(request, within: limits(ofPixel: request.workBytesOfPixel), work, meter)
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
            // The painter decides how far areas grow, so the one that carries out every plan gets a plan of its own.
            painter = try opened.choosePixelPainter()
        }
    }

    /// Reports the findings of a policy in a snapshot, in the same stages up to the plan. Rules for fixed places find nothing; the
    /// policy's phases, its coverage and its demands for matches do not count.
    ///
    /// - Parameters:
    ///   - request: The snapshot and its policy; its output does not matter.
    ///   - thumbnailEdge: Pixels of the shorter edge of the thumbnail, 1 or more; nil for none.
    ///   - work: The threads and the cancellation.
    ///   - meter: Notes the time of each stage, also of work that fails.
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
        let opened = try open(checked, within: limits(ofPixel: checked.checkBytesOfPixel), work, meter)
        var snapshot = try opened.look(knowing: nil)
        let plan = try opened.plan(for: snapshot, grid: .pixels)
        let report = CheckReport(try ResolvedPlan(plan, for: snapshot, of: opened), rules: rules)
        guard let thumbnailEdge else { return CheckResult(report: report, thumbnail: nil) }
        let thumbnail = try PixelPainter().thumbnail(of: plan, on: &snapshot, for: opened, edge: thumbnailEdge)
        return CheckResult(report: report, thumbnail: thumbnail)
    }
}

extension Redactor {
    func painting(for request: RedactionRequest, _ work: WorkContext, _ meter: WorkMeter) -> Painting {
        Painting(
            assets: request.assets,
            store: request.store,
            limits: limits,
            messages: messages,
            work: work,
            meter: meter
        )
    }

    /// Bounds on the size of a snapshot that takes so many bytes for each pixel.
    private func limits(ofPixel bytesOfPixel: @autoclosure () -> Int) -> DecodingLimits {
        guard let pictureBytes else { return limits }
        var limits = limits
        limits.maximumPixels = min(limits.maximumPixels, pictureBytes / bytesOfPixel())
        return limits
    }

    private func open(
        _ request: RedactionRequest,
        within limits: DecodingLimits,
        _ work: WorkContext,
        _ meter: WorkMeter
    ) throws(RedactionError) -> OpenedRequest {
        let planning = meter.begin(.plan)
        let policy = try mapError(request.resolvedPolicy(), RedactionError.policy)
        let cancellation = work.cancellation
        let elements = try MatchedElements(
            policy.elementSelectors,
            in: request.hierarchy,
            names: detector?.names,
            cancellation
        )
        guard !work.isCancelled else { throw .cancelled }
        meter.end(planning)
        let file = try meter.measure(.open) { () throws(RedactionError) in
            try mapError(
                ImageFormat.open(request.snapshot, limits: limits, work: work),
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
            painting: painting(for: request, work, meter),
            output: request.output,
            wantsPicture: request.wantsPicture,
            sealed: SealingFate(request.sealing, rule: policy.sealing, wantsPicture: request.wantsPicture)
        )
    }
}

extension RedactionRequest {
    /// The policy in the unit of the request, for the assets that there are.
    func resolvedPolicy() throws(PolicyError) -> Policy {
        try policy.counting(in: unit).resolvingAssets(sent: Set(assets.keys), stored: { store[$0] != nil })
    }
}

extension Redactor {
    /// A redacted snapshot with its receipt and plan.
    public struct Result: Sendable {
        /// The redacted snapshot as a whole new file without metadata; may be empty where the request did not want it.
        public let image: SecureBytes
        /// The format of ``image``, or the one that it would have.
        public let format: OutputFormat.Kind
        /// The covered rectangles and the assurance of each.
        public let receipt: Receipt
        /// The rectangles of all rules before kept targets are cut out, in the order of painting.
        public let plan: [PlannedStep]
        /// The page source without the text of covered elements; nil if none was sent.
        public let hierarchy: PageSource?
        /// The places of the text that was looked at.
        public let seenText: SeenText
        /// The pixels below the covers; nil unless they are to be sealed.
        public let covered: CoveredPixels?

        init(_ plan: ResolvedPlan, file: PaintedFile?) {
            image = file?.bytes ?? SecureBytes()
            format = file?.format ?? OutputFormat.Kind(plan.snapshot.format)
            receipt = Receipt(plan, omitted: file?.omitted ?? [])
            self.plan = plan.steps.map { PlannedStep($0, of: plan) }
            hierarchy = plan.hierarchy?.source
            seenText = plan.seenText
            covered = file?.covered
        }
    }

    /// The report of a check, with a thumbnail.
    public struct CheckResult: Sendable {
        /// The findings.
        public let report: CheckReport
        /// A small JPEG of the snapshot with all findings black; nil if none was asked for.
        public let thumbnail: SecureBytes?
    }
}
