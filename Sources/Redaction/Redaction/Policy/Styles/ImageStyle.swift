import BoundedWork
public import ImageCore

/// Covers with a picture that comes with the snapshot, or is the server's.
public struct ImageStyle: StyleDefinition {
    /// The name of a picture that comes with the snapshot, or that the server has.
    public let asset: String
    /// How the picture is scaled to the target and placed in it; `aspectFill` by default.
    public let contentMode: ContentMode
    /// The colour that shows where the picture is translucent or does not reach; black by default.
    public let background: Color
    /// Whether the picture has to be there, as by default. Where it may be missing, and is, the background covers.
    public let isRequired: Bool

    /// Covers with the picture called `asset`, which has to be there unless said otherwise.
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
    static let help = "a picture that is sent along, or is the server's"
    static let form = ObjectForm<ImageStyle>(
        .required("asset", \.asset, .name(of: "an asset"), "a PNG or JPEG"),
        .optional(
            "contentMode",
            \.contentMode,
            .word,
            default: .aspectFill,
            "how it fits: aspectFill (the default), aspectFit, fill or center"
        ),
        .optional("background", \.background, .color, default: .black, "the colour behind it, by default black"),
        .optional(
            "required",
            \.isRequired,
            .flag,
            default: true,
            isParameter: false,
            "whether the picture has to be there; where it is not, the background covers"
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
