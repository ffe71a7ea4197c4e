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
        public let format: ImageFormat
        /// What was covered.
        public let receipt: Receipt
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
    ///   - phase: What the app was doing. In a phase in which the policy does not apply, nothing is covered: the result is a new
    ///     file of the same pixels. Where it is not known, the policy applies.
    ///   - output: How the result is written. A JPEG shows white where the snapshot is transparent.
    ///   - threads: Asked before each step: how many threads may work on it at a time. The bytes do not depend on it.
    ///   - isCancelled: Asked between steps; true ends the work.
    /// - Throws: ``RedactionError``.
    public func redact(
        _ snapshot: SecureBytes,
        policy: Policy,
        assets: [String: SecureBytes] = [:],
        store: AssetStore = AssetStore(),
        phase: Phase? = nil,
        output: OutputOptions = OutputOptions(),
        threads: () -> Int = { 1 },
        isCancelled: () -> Bool = { false }
    ) throws(RedactionError) -> Result {
        let policy = try resolve(policy, sent: assets, stored: store)
        guard !isCancelled() else { throw .cancelled }
        let painter = Painter(assets: assets, store: store, limits: limits, messages: messages)
        var header: JPEGHeader?
        if policy.hidesEverything, policy.applies(in: phase) {
            let hidden = try hide(
                snapshot,
                policy: policy,
                phase: phase,
                painter: painter,
                output: output,
                threads: threads,
                isCancelled: isCancelled
            )
            if let hidden { return hidden }
        } else {
            header = try self.header(of: snapshot)
            if let header {
                let redacted = try redactJPEG(
                    snapshot,
                    header,
                    policy: policy,
                    phase: phase,
                    painter: painter,
                    output: output,
                    threads: threads,
                    isCancelled: isCancelled
                )
                if let redacted { return redacted }
            }
        }
        var image = try decode(snapshot, header)
        let (size, format) = (image.pixels.size, image.format)
        let plan = try plan(policy, phase: phase, size: size, grid: image.grid, colorSpace: image.colorSpace)
        let omitted = try painter.paint(plan, on: &image, threads: threads, isCancelled: isCancelled)
        let receipt = Receipt(plan, omitting: omitted, policy: policy, phase: phase, size: size, format: format)
        let options = output.encoding(image.format)
        let file = try encode(image, options, threads: threads())
        return Result(image: file, format: options.format, receipt: receipt)
    }

    func encode(
        _ image: consuming DecodedImage,
        _ options: EncodingOptions,
        threads: Int
    ) throws(RedactionError) -> SecureBytes {
        let colorSpace = image.colorSpace
        var pixels = image.takePixels()
        if options.format == .jpeg { pixels.flatten(over: .white) }
        // Whether the file that was sent had alpha may be up to a pixel that is covered now.
        let opaque = pixels.withoutNeedlessAlpha()
        do {
            return try opaque.encoded(options, colorSpace: colorSpace, threads: threads)
        } catch {
            throw .encoding(error)
        }
    }

    private func resolve(
        _ policy: Policy,
        sent assets: [String: SecureBytes],
        stored store: AssetStore
    ) throws(RedactionError) -> Policy {
        do {
            return try policy.resolvingAssets(sent: Set(assets.keys), stored: { store[$0] != nil })
        } catch {
            throw .policy(error)
        }
    }

    private func decode(_ snapshot: SecureBytes, _ header: JPEGHeader?) throws(RedactionError) -> DecodedImage {
        do {
            return try DecodedImage(decoding: snapshot, limits: limits, header: header)
        } catch {
            throw .decoding(error)
        }
    }

    func plan(
        _ policy: Policy,
        phase: Phase?,
        size: PixelSize,
        grid: BlockGrid,
        colorSpace: ColorSpace
    ) throws(RedactionError) -> Plan {
        do {
            return try Plan(policy, phase: phase, size: size, grid: grid, colorSpace: colorSpace)
        } catch {
            throw .policy(error)
        }
    }
}
