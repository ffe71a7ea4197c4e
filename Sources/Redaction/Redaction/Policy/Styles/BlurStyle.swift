import BoundedWork
import ImageCore

/// Covers with a Gaussian blur.
public struct BlurStyle: StyleDefinition {
    /// The standard deviation, above 0, in the units of the policy.
    public let radius: Double

    /// Takes a standard deviation above 0, in the units of the policy.
    public init(radius: Double) {
        self.radius = radius
    }

    static let kind = "blur"
    static let assurance = Assurance.obscured
    static let help = "a Gaussian blur; it can be undone"
    static let form = ObjectForm<BlurStyle>(
        .required("radius", \.radius, .length, "standard deviation of the Gaussian"),
        make: BlurStyle.init
    )

    func brush(for snapshot: StyleContext) throws(PolicyError) -> any Brush {
        // A blur of less than half a pixel changes next to nothing.
        BlurBrush(blur: GaussianBlur(sigma: try snapshot.pixels(radius, atLeast: 0.5, of: self, "radius")))
    }
}

struct BlurBrush: Brush {
    let blur: GaussianBlur

    var isForeseeable: Bool { true }
    var effect: (any Effect)? { blur }

    func warning(_ recoverability: Recoverability) -> String? {
        recoverability.warning("a blur of \(Int(blur.sigma.rounded())) pixels", .blur, strength: blur.sigma)
    }

    func paint(
        _ area: PaintArea,
        on canvas: inout some Canvas & ~Copyable,
        _ context: inout PaintContext
    ) throws(RedactionError) -> Bool {
        try canvas.paint(blur, over: area, context.work)
        return true
    }
}
