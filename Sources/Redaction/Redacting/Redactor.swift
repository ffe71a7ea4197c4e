public import BoundedWork
public import ImageCore
public import Messages
public import SecureMemory

/// Carries out policies: a snapshot in, a new file and a receipt out.
///
/// ```swift
/// let policy = try Policy(rules: [.init(.screen, .fill(.black))])
/// let result = try Redactor().redact(snapshot, policy: policy)
/// ```
/// At any time at most two full-size pictures are held beside the files: the snapshot, and either a picture that covers it
/// or a copy that an effect works on.
public struct Redactor: Sendable {
    /// What a snapshot or an asset may cost.
    public let limits: DecodingLimits
    /// The covers of whole screens that are kept ready; nil keeps none.
    let covers: CoverCache?
    /// What draws messages.
    let messages: MessageRenderer

    /// A redacted snapshot.
    public struct Result: Sendable {
        /// The new file.
        public let image: SecureBytes
        /// Its format.
        public let format: OutputFormat.Kind
        /// What was covered.
        public let receipt: Receipt
        /// What was to be painted, before what is kept was left out.
        public let plan: [PlannedStep]
        /// The hierarchy, without what covered elements say. Nil if none was sent.
        public let hierarchy: PageSource?
    }

    /// Takes pictures within `limits`, keeps covers of whole screens ready in `covers`, and has messages drawn by `messages`.
    public init(
        limits: DecodingLimits = DecodingLimits(),
        covers: CoverCache? = nil,
        messages: MessageRenderer = MessageRenderer()
    ) {
        self.limits = limits
        self.covers = covers
        self.messages = messages
    }

    /// Finds the fonts that messages are set in, so that the first message is not kept waiting.
    public func warmUp() {
        messages.warmUp()
    }

    /// Covers what `policy` names.
    ///
    /// - Parameters:
    ///   - snapshot: A PNG or JPEG.
    ///   - policy: What to cover.
    ///   - assets: Pictures that its styles name, PNG or JPEG; each has to be used.
    ///   - store: Pictures of the server that its styles name. One of `assets` goes before one of the same name.
    ///   - hierarchy: The elements of the screen as a page source of Appium or UiAutomator, or as boxes of Playwright; needed if
    ///     a target names elements, and only then.
    ///   - unit: What the request counts in, beside whatever policy. Points tell the scale of the display, which a policy in points
    ///     has to agree with; regions are in a policy already.
    ///   - phase: What the app was doing. In a phase in which the policy does not apply, nothing is covered: the result is a new
    ///     file of the same pixels. Where it is not known, the policy applies.
    ///   - requiresCover: Whether a snapshot of which nothing would be covered is refused: in such a phase, or where no rule
    ///     finds what it is for.
    ///   - output: How the result is written. A JPEG shows white where the snapshot is transparent.
    ///   - work: How many threads may work at a time, on which no byte depends, and whether the result is still wanted.
    /// - Throws: ``RedactionError``.
    public func redact(
        _ snapshot: SecureBytes,
        policy: Policy,
        assets: [String: SecureBytes] = [:],
        store: AssetStore = AssetStore(),
        hierarchy: SecureBytes? = nil,
        unit: LengthUnit? = nil,
        phase: Phase? = nil,
        requiresCover: Bool = false,
        output: OutputOptions = OutputOptions(),
        work: WorkContext = WorkContext()
    ) throws(RedactionError) -> Result {
        let policy = try resolve(policy, unit: unit, sent: assets, stored: store)
        let scale = unit?.scale ?? policy.unit.scale
        let elements = try MatchedElements(policy.elementSelectors, in: hierarchy, work.cancellation)
        guard !work.isCancelled else { throw .cancelled }
        let cancellation = work.cancellation
        let file = try mapError(ImageFormat.open(snapshot, limits: limits, cancellation: cancellation)) {
            (error: DecodingError) in RedactionError(error)
        }
        let painted = try paint(
            RedactionOrder(
                file: file,
                policy: policy,
                elements: elements,
                scale: scale,
                phase: phase,
                requiresCover: requiresCover,
                painter: Painter(assets: assets, store: store, limits: limits, messages: messages),
                output: output,
                work: work
            )
        )
        let redacted = try elements.map { (elements) throws(RedactionError) in
            try RedactedHierarchy(
                elements,
                policy: policy,
                scale: scale,
                phase: phase,
                painted: painted,
                work.cancellation
            )
        }
        return Result(
            image: painted.file,
            format: painted.format,
            receipt: Receipt(painted, policy: policy, phase: phase, hierarchy: redacted),
            plan: painted.plan.steps.map { PlannedStep($0, hierarchy: redacted) },
            hierarchy: redacted?.source
        )
    }

    private func paint(_ order: RedactionOrder) throws(RedactionError) -> PaintedSnapshot {
        if order.hidesEverything {
            if let hidden = try hide(order) { return hidden }
        } else if let jpeg = order.file as? JPEGFile {
            if let painted = try paintJPEG(order, jpeg) { return painted }
        }
        var image = try mapError(order.file.decoded()) { (error: DecodingError) in RedactionError(error) }
        let (size, input) = (image.pixels.size, image.format)
        let plan = try order.plan(size: size, grid: image.grid, colorSpace: image.colorSpace)
        let omitted = try order.paint(plan, on: &image)
        let format = order.output.format(for: input)
        return PaintedSnapshot(
            file: try encode(image, format, order.work),
            format: format.kind,
            plan: plan,
            omitted: omitted,
            size: size,
            input: input
        )
    }

    func encode(
        _ image: consuming DecodedImage,
        _ format: OutputFormat,
        _ work: WorkContext
    ) throws(RedactionError) -> SecureBytes {
        let colorSpace = image.colorSpace
        var pixels = image.takePixels()
        if format.kind == .jpeg { pixels.flatten(over: .white, work.cancellation) }
        // Whether the file that was sent had alpha may be up to a pixel that is covered now.
        let opaque = pixels.withoutNeedlessAlpha(work.cancellation)
        guard !work.isCancelled else { throw .cancelled }
        do {
            return try opaque.encoded(format, colorSpace: colorSpace, work: work)
        } catch {
            throw RedactionError(error)
        }
    }

    private func resolve(
        _ policy: Policy,
        unit: LengthUnit?,
        sent assets: [String: SecureBytes],
        stored store: AssetStore
    ) throws(RedactionError) -> Policy {
        do {
            return try policy.counting(in: unit).resolvingAssets(sent: Set(assets.keys), stored: { store[$0] != nil })
        } catch {
            throw .policy(error)
        }
    }
}
