import BoundedWork
import ImageCore

/// Covers with square cells, each painted with the mean of its pixels.
public struct PixelateStyle: StyleDefinition {
    /// The edge of a cell, above 0, in the units of the policy.
    public let block: Double

    /// Takes the edge of a cell, above 0, in the units of the policy.
    public init(block: Double) {
        self.block = block
    }

    static let kind = "pixelate"
    static let assurance = Assurance.obscured
    static let help = "square cells of one colour each; they can be undone"
    static let form = ObjectForm<PixelateStyle>(
        .required("block", \.block, .length, "edge of a cell"),
        make: PixelateStyle.init
    )

    func brush(for snapshot: StyleContext) throws(PolicyError) -> any Brush {
        // A cell of one pixel covers nothing.
        let length = try snapshot.pixels(block, atLeast: 2, of: self, "block")
        return PixelateBrush(pixelate: Pixelate(block: Int((length - PixelScale.tolerance).rounded(.up))))
    }
}

private struct PixelateBrush: Brush {
    let pixelate: Pixelate

    var isForeseeable: Bool { true }
    var effect: (any Effect)? { pixelate }

    func warning(_ recoverability: Recoverability) -> String? {
        recoverability.warning("cells of \(pixelate.block) pixels", .mosaic, strength: Double(pixelate.block))
    }

    func paint(
        _ area: PaintArea,
        on canvas: inout some Canvas & ~Copyable,
        _ context: inout PaintContext
    ) throws(RedactionError) -> Bool {
        try canvas.paint(pixelate, over: area, context.work)
        return true
    }
}
