public import ImageCore
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

    /// A redacted snapshot.
    public struct Result: Sendable {
        /// The new file.
        public let image: SecureBytes
        /// Its format.
        public let format: ImageFormat
        /// What was covered.
        public let receipt: Receipt
    }

    /// Takes pictures within `limits`.
    public init(limits: DecodingLimits = DecodingLimits()) {
        self.limits = limits
    }

    /// Covers what `policy` names.
    ///
    /// - Parameters:
    ///   - snapshot: A PNG or JPEG.
    ///   - policy: What to cover.
    ///   - assets: The pictures that its styles name, PNG or JPEG; each has to be used.
    ///   - output: How the result is written. A JPEG shows white where the snapshot is transparent.
    ///   - isCancelled: Asked between steps; true ends the work.
    /// - Throws: ``RedactionError``.
    public func redact(
        _ snapshot: SecureBytes,
        policy: Policy,
        assets: [String: SecureBytes] = [:],
        output: OutputOptions = OutputOptions(),
        isCancelled: () -> Bool = { false }
    ) throws(RedactionError) -> Result {
        try check(assets, against: policy)
        guard !isCancelled() else { throw .cancelled }
        var image = try decode(snapshot)
        let plan = try plan(policy, for: image)
        if plan.readsWhatItErases { try eraseAll(plan, on: &image.pixels) }
        var overlay: NamedOverlay?
        for step in plan.steps {
            guard !isCancelled() else { throw .cancelled }
            try paint(step, of: plan, on: &image, assets: assets, reusing: &overlay)
        }
        overlay = nil
        guard !isCancelled() else { throw .cancelled }
        let options = output.encoding(image.format)
        if options.format == .jpeg { image.pixels.flatten(over: .white) }
        let receipt = Receipt(plan, policy: policy, size: image.pixels.size, format: image.format)
        do {
            let file = try image.pixels.encoded(options, colorSpace: image.colorSpace)
            return Result(image: file, format: options.format, receipt: receipt)
        } catch {
            throw .encoding(error)
        }
    }

    private func check(_ assets: [String: SecureBytes], against policy: Policy) throws(RedactionError) {
        var unused = Set(assets.keys)
        for (index, rule) in policy.rules.enumerated() {
            guard case .image(let style) = rule.style else { continue }
            guard assets[style.asset] != nil else { throw .policy(.assetMissing(rule: index, name: style.asset)) }
            unused.remove(style.asset)
        }
        if let name = unused.min() { throw .policy(.assetUnused(name: name)) }
    }

    private func decode(_ snapshot: SecureBytes) throws(RedactionError) -> DecodedImage {
        do {
            return try DecodedImage(decoding: snapshot, limits: limits)
        } catch {
            throw .decoding(error)
        }
    }

    private func plan(_ policy: Policy, for image: borrowing DecodedImage) throws(RedactionError) -> Plan {
        do {
            return try Plan(policy, size: image.pixels.size, grid: image.grid, colorSpace: image.colorSpace)
        } catch {
            throw .policy(error)
        }
    }

    /// Paints over all that is to be erased, before any rule reads it: a blur that is painted first would smear it into
    /// pixels that stay.
    private func eraseAll(_ plan: Plan, on pixels: inout PixelBuffer) throws(RedactionError) {
        for step in plan.steps where step.assurance == .erased {
            try apply(Fill(color: .black), to: &pixels, in: step.area)
        }
    }

    private func paint(
        _ step: Plan.Step,
        of plan: Plan,
        on image: inout DecodedImage,
        assets: [String: SecureBytes],
        reusing overlay: inout NamedOverlay?
    ) throws(RedactionError) {
        switch step.style {
        case .fill(let effect): try apply(effect, to: &image.pixels, in: step.area)
        case .blur(let effect): try apply(effect, to: &image.pixels, in: step.area)
        case .pixelate(let effect): try apply(effect, to: &image.pixels, in: step.area)
        case .veil(let sigma):
            let veil = Veil(sigma: sigma, avoiding: plan.erasedTargets)
            try apply(veil, to: &image.pixels, in: step.area)
        case .image(let style):
            guard let bytes = assets[style.asset] else {
                throw .policy(.assetMissing(rule: step.rule, name: style.asset))
            }
            if overlay?.style != style {
                // Released before the next one is decoded, so that there is never more than one beside the snapshot.
                overlay = nil
                let effect = try decodeOverlay(style, bytes: bytes, colorSpace: image.colorSpace)
                overlay = NamedOverlay(style: style, effect: effect)
            }
            try overlay?.apply(to: &image.pixels, in: step.area)
        }
    }

    private func apply(
        _ effect: borrowing some Effect & ~Copyable,
        to pixels: inout PixelBuffer,
        in area: PaintArea
    ) throws(RedactionError) {
        do {
            try effect.apply(to: &pixels, in: area)
        } catch {
            throw .outOfMemory(error)
        }
    }

    private func decodeOverlay(
        _ style: Style.ImageStyle,
        bytes: SecureBytes,
        colorSpace: ColorSpace
    ) throws(RedactionError) -> ImageOverlay {
        do {
            let content = try DecodedImage(decoding: bytes, limits: limits)
            return ImageOverlay(
                content: try content.takePixels(in: colorSpace),
                contentMode: style.contentMode,
                background: style.background
            )
        } catch .outOfMemory(let error) {
            throw .outOfMemory(error)
        } catch {
            throw .policy(.assetInvalid(name: style.asset, error))
        }
    }
}

/// The picture that the last rule covered with, kept for the next rule: regions mostly share one.
private struct NamedOverlay: ~Copyable {
    let style: Style.ImageStyle
    let effect: ImageOverlay

    func apply(to pixels: inout PixelBuffer, in area: PaintArea) throws(RedactionError) {
        do {
            try effect.apply(to: &pixels, in: area)
        } catch {
            throw .outOfMemory(error)
        }
    }
}
