import BoundedWork
import ImageCore
import Messages
import StrictJSON

/// A policy resolved against one snapshot: what is painted where, in pixels and in order.
struct Plan {
    /// One rule, resolved.
    struct Step {
        /// Index of the rule in its policy.
        let rule: Int
        /// The word for the rule's target.
        let target: String
        /// Index of the element that is covered, if the target names elements.
        let element: Int?
        /// Whether it is a part of the screen that the hierarchy is not about.
        let isOutside: Bool
        /// The rule's style, with lengths in pixels and colours in the space of the snapshot.
        let style: PixelStyle
        /// Where it is painted.
        let area: PaintArea
        /// What the style promises.
        let assurance: Assurance
        /// What is known to get past the style, if anything is.
        let warning: String?
    }

    /// How many elements a rule found.
    struct Matches {
        /// Index of the rule in its policy.
        let rule: Int
        /// Elements that are covered, by themselves or with one that holds them.
        let count: Int
    }

    /// The rules in the order of painting.
    let steps: [Step]

    /// What the rules found that name elements.
    let matches: [Matches]

    /// What is to be known by whoever relies on the picture, beyond what single steps say: sentences.
    let warnings: [String]

    /// Whether a rule that only obscures could read what another one erases.
    var readsWhatItErases: Bool {
        steps.contains { $0.assurance == .erased } && steps.contains { $0.assurance == .obscured }
    }

    /// All that is to be covered, which a style that looks beyond its own target may not look at.
    var targets: [PixelRect] { steps.flatMap { $0.isOutside ? $0.area.parts : [$0.area.target] } }

    /// The pixels of ``targets`` in a snapshot of `size`. Nil if there is no veil, which alone looks round its own target.
    func pixelsHiddenFromVeils(in size: PixelSize, _ cancellation: Cancellation) throws(RedactionError) -> PixelSet? {
        guard steps.contains(where: { $0.style.kind == .veil }) else { return nil }
        return try Self.pixels(of: targets, in: size, cancellation)
    }

    /// The pixels that are painted on a snapshot of `size`: the targets without what is kept.
    func paintedPixels(in size: PixelSize, _ cancellation: Cancellation) throws(RedactionError) -> PixelSet {
        try Self.pixels(of: steps.flatMap(\.area.parts), in: size, cancellation)
    }

    private static func pixels(
        of rects: [PixelRect],
        in size: PixelSize,
        _ cancellation: Cancellation
    ) throws(RedactionError) -> PixelSet {
        do {
            return try PixelSet(rects, in: size, cancellation: cancellation)
        } catch {
            throw RedactionError(error)
        }
    }

    /// Resolves `policy` for a snapshot of `size` pixels and `scale` pixels a point, if that is known, whose pixels show in their neighbours within `grid`.
    ///
    /// What is covered grows to the grid, and what is kept shrinks to it, so that nothing that is covered shows beside it.
    /// Colours become those of `colorSpace`, the snapshot's. In a phase in which the policy does not apply, nothing is painted.
    ///
    /// - Throws: ``PolicyError`` or ``BudgetFailure``.
    init(
        _ policy: Policy,
        phase: Phase? = nil,
        elements: MatchedElements? = nil,
        scale: Double? = nil,
        size: PixelSize,
        grid: BlockGrid,
        colorSpace: ColorSpace = .sRGB,
        cancellation: Cancellation = Cancellation()
    ) throws {
        guard policy.applies(in: phase) else {
            steps = []
            matches = []
            warnings = []
            return
        }
        var planner = try Planner(
            policy,
            elements: elements,
            displayScale: scale ?? policy.unit.scale,
            size: size,
            grid: grid,
            colorSpace: colorSpace,
            budget: WorkBudget(limit: Planner.workLimit, cancellation: cancellation)
        )
        for (index, rule) in policy.rules.enumerated() { try planner.add(rule, at: index) }
        steps = planner.steps
        matches = planner.matches
        warnings = planner.warnings
        // Where nothing is demanded, nothing is measured.
        guard policy.minimumCoverage > 0 else { return }
        let coverage = coverage(of: size)
        guard coverage >= policy.minimumCoverage else {
            throw PolicyError.coverageTooSmall(found: coverage, demanded: policy.minimumCoverage)
        }
    }

    /// The share of the pixels of a snapshot of `size` that is painted over, 0 to 1.
    private func coverage(of size: PixelSize) -> Double {
        Double(steps.flatMap(\.area.parts).unionArea) / Double(size.area)
    }
}

/// A style with its lengths in pixels and its colours in the space of the snapshot.
enum PixelStyle {
    case fill(Fill)
    case blur(GaussianBlur)
    case pixelate(Pixelate)
    case image(Style.ImageStyle)
    case veil(sigma: Double?)
    case message(MessageStyle)

    /// A message with its text size in pixels; nil for one that suits the target.
    struct MessageStyle {
        let message: Message
        let textSize: Double?
    }

    init(
        _ style: Style,
        scale: PixelScale,
        displayScale: Double?,
        colorSpace: ColorSpace,
        rule: Int
    ) throws(PolicyError) {
        switch style {
        case .fill(let color): self = .fill(Fill(color: color.converted(to: colorSpace)))
        case .image(let image):
            self = .image(
                Style.ImageStyle(
                    asset: image.asset,
                    contentMode: image.contentMode,
                    background: image.background.converted(to: colorSpace),
                    isRequired: image.isRequired
                )
            )
        case .blur(let radius):
            // Below half a pixel a blur changes next to nothing.
            self = .blur(GaussianBlur(sigma: try scale.styleLength(radius, atLeast: 0.5, rule, "blur", "radius")))
        case .pixelate(let block):
            // A cell of one pixel covers nothing.
            let length = try scale.styleLength(block, atLeast: 2, rule, "pixelate", "block")
            self = .pixelate(Pixelate(block: Int((length - PixelScale.tolerance).rounded(.up))))
        case .veil(let radius):
            let sigma = try radius.map { (radius) throws(PolicyError) in
                try scale.styleLength(radius, atLeast: 0.5, rule, "veil", "radius")
            }
            self = .veil(sigma: sigma)
        case .message(let message):
            let textSize = try message.textSize.map { (textSize) throws(PolicyError) in
                try scale.styleLength(textSize, atLeast: MessageRenderer.minimumTextSize, rule, "message", "textSize")
            }
            self = .message(MessageStyle(message: message, textSize: textSize ?? displayScale.map(message.textSize)))
        }
    }

    /// The word for it in a receipt.
    var kind: Style.Kind {
        switch self {
        case .fill: .fill
        case .blur: .blur
        case .pixelate: .pixelate
        case .image: .image
        case .veil: .veil
        case .message: .message
        }
    }
}

extension Message {
    /// The size of the text in pixels where a point has `scale` of them: that of the text styles "Title 1" and, beneath a title,
    /// "Title 3" of Dynamic Type at its default setting, 28 and 20 points.
    fileprivate func textSize(atScale scale: Double) -> Double {
        max((title == nil ? 28 : 20) * scale, MessageRenderer.minimumTextSize)
    }
}

extension PixelScale {
    /// A length of a style in pixels, at most the longest edge of the snapshot.
    fileprivate func styleLength(
        _ length: Double,
        atLeast least: Double,
        _ rule: Int,
        _ style: String,
        _ member: String
    ) throws(PolicyError) -> Double {
        let longestEdge = Double(max(snapshot.width, snapshot.height))
        let pointer = JSONPointer.rule(rule, "style", style, member)
        return try self.length(length, in: least...max(longestEdge, least), at: pointer)
    }
}
