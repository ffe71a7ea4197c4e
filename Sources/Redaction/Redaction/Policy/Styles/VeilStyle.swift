import BoundedWork
import ImageCore

/// Covers with the look of frosted glass, painted from the surroundings of the target.
public struct VeilStyle: StyleDefinition {
    /// The spread of the colours round the target: a standard deviation above 0, in the units of the policy; nil for one that fits
    /// the target.
    public let radius: Double?

    /// Takes a standard deviation above 0, in the units of the policy; nil for one that fits the target.
    public init(radius: Double? = nil) {
        self.radius = radius
    }

    static let kind = "veil"
    static let assurance = Assurance.erased
    static let help = "frosted glass, painted from the surroundings of the target"
    static let form = ObjectForm<VeilStyle>(
        .optional("radius", \.radius, .length, "distance over which the surrounding colours blend"),
        make: VeilStyle.init
    )

    func brush(for snapshot: StyleContext) throws(PolicyError) -> any Brush {
        guard let radius else { return VeilBrush(sigma: nil) }
        return VeilBrush(sigma: try snapshot.pixels(radius, atLeast: 0.5, of: self, "radius"))
    }
}

private struct VeilBrush: Brush {
    let sigma: Double?

    var readsSurroundings: Bool { true }
    var isForeseeable: Bool { true }

    func paint(
        _ area: PaintArea,
        on canvas: inout some Canvas & ~Copyable,
        _ context: inout PaintContext
    ) throws(RedactionError) -> Bool {
        try canvas.paint(Veil(sigma: sigma, avoiding: context.hidden), over: area, context.work)
        return true
    }
}
