import BoundedWork
public import ImageCore

/// Covers with an asset of the request or the server.
public struct ImageStyle: StyleDefinition {
    /// The name of an asset of the request or the server.
    public let asset: String
    /// The scaling and placement of the asset in the target; `aspectFill` by default.
    public let contentMode: ContentMode
    /// The colour where the asset is translucent or does not reach; black by default.
    public let background: Color
    /// Whether a missing asset is an error, as by default; else the background covers.
    public let isRequired: Bool

    /// Takes an asset's name, and requires the asset by default.
    public init(
        asset: String,
        contentMode: ContentMode = .aspectFill,
        background: Color = .black,
        isRequired: Bool = true
    ) {
        self.asset = asset
        self.contentMode = contentMode
        self.background = background
        self.isRequired = isRequired
    }

    /// The word for the style in policies, queries and receipts.
    public static let kind = "image"
    static let assurance = Assurance.erased
    static let help = "an asset of the request or of the server"
    static let form = ObjectForm<ImageStyle>(
        .required("asset", \.asset, .name(of: "an asset"), "name of the asset, a PNG or JPEG"),
        .optional(
            "contentMode",
            \.contentMode,
            .word,
            default: .aspectFill,
            "the fit, aspectFill (the default), aspectFit, fill or center"
        ),
        .optional("background", \.background, .color, default: .black, "the colour behind the asset; by default black"),
        .optional(
            "required",
            \.isRequired,
            .flag,
            default: true,
            isParameter: false,
            "whether the asset has to be there; without it, the background covers"
        ),
        make: ImageStyle.init
    )

    var picture: PictureReference? {
        PictureReference(name: asset, substitute: isRequired ? nil : .fill(background))
    }

    func brush(for snapshot: StyleContext) -> any Brush {
        ImageBrush(
            reference: OverlayReference(
                asset: asset,
                contentMode: contentMode,
                background: background.converted(to: snapshot.colorSpace)
            )
        )
    }
}

private struct ImageBrush: Brush {
    let reference: OverlayReference

    func paint(
        _ area: PaintArea,
        on canvas: inout some Canvas & ~Copyable,
        _ context: inout PaintContext
    ) throws(RedactionError) -> Bool {
        let (size, space) = (area.target.size, canvas.colorSpace)
        let overlay = try context.overlays.overlay(reference, rule: context.rule, size: size, colorSpace: space)
        try canvas.paint(overlay.effect, over: area, context.work)
        return true
    }
}
