import BoundedWork
public import ImageCore

/// Covers with one opaque colour.
public struct FillStyle: StyleDefinition {
    /// The colour in sRGB, converted to the colour space of the snapshot.
    public let color: Color

    /// Takes a colour in sRGB.
    public init(color: Color) {
        self.color = color
    }

    static let kind = "fill"
    static let assurance = Assurance.erased
    static let help = "one opaque colour"
    static let form = ObjectForm<FillStyle>(
        .required("color", \.color, .color, "the colour, #rgb or #rrggbb"),
        make: FillStyle.init
    )

    func brush(for snapshot: StyleContext) -> any Brush {
        FillBrush(color: color.converted(to: snapshot.colorSpace))
    }
}

private struct FillBrush: Brush {
    let color: Color

    var isFlat: Bool { true }
    var isForeseeable: Bool { true }

    func paint(
        _ area: PaintArea,
        on canvas: inout some Canvas & ~Copyable,
        _ context: inout PaintContext
    ) throws(RedactionError) -> Bool {
        try canvas.paint(color, over: area, context.work)
        return true
    }
}
