public import StrictJSON

/// Facts of a page and its picture besides the boxes; lengths in CSS pixels.
public struct Page: Sendable, Equatable {
    /// Width and height of the visible part of the page: those of `visualViewport`.
    public let viewport: Extent
    /// Pixels of the picture for each CSS pixel: `devicePixelRatio * visualViewport.scale`, and `devicePixelRatio` alone where
    /// the picture is of all of the page. Nil if it is not stated; a clip needs it.
    public let scale: Double?
    /// Scrolled distance: `pageLeft` and `pageTop` of `visualViewport`, from whose corner `boundingBox()` counts. On a phone,
    /// `scrollX` and `scrollY` are those of the layout viewport, and may be less.
    public let scroll: Offset
    /// Width and height of all of the page: those that its root element scrolls over. Nil if they are not stated.
    public let size: Extent?
    /// Whether the picture is of all of the page, and not of the viewport alone.
    public let isFullPage: Bool
    /// The part of the viewport that the picture shows, or of the page where the picture is of all of it. Nil for all.
    public let clip: Frame?

    /// A width and a height above 0.
    public struct Extent: Sendable, Equatable {
        /// The width in CSS pixels.
        public let width: Double
        /// The height in CSS pixels.
        public let height: Double
    }

    /// A distance from the top left corner of a page.
    public struct Offset: Sendable, Equatable {
        /// CSS pixels from the left edge of the page.
        public let x: Double
        /// CSS pixels from the top edge of the page.
        public let y: Double
    }
}

extension Page {
    /// Form of the JSON of a page with its boxes. Scripts write null for a missing value.
    public static let schema = JSONSchema.object(members).described(
        "The boxes of a page, and the facts that prove their places in the snapshot; lengths in CSS pixels."
    )

    /// Form of the JSON of a box.
    public static let boxSchema = JSONSchema.object(boxMembers)

    static let members: [JSONSchema.Member] = [
        .required("viewport", .object(viewportMembers), "the part of the page in the viewport"),
        .optional("scroll", described(.object(Offset.members), "Distance that the page is scrolled; by default 0.")),
        .optional("page", described(.object(Extent.members), "Size of the whole page.")),
        .optional("fullPage", described(.bool, "Whether the snapshot shows the whole page.")),
        .optional(
            "clip",
            described(
                .object(Offset.members + Extent.members),
                "The part in the snapshot: of the viewport, or of the full page."
            )
        ),
        .required("boxes", .array(of: .reference(to: "Box")), "the boxes of the page's elements"),
    ]

    static let viewportMembers: [JSONSchema.Member] =
        Extent.members + [
            .optional(
                "scale",
                described(
                    .number(in: Placement.scaleRange),
                    "Pixels of the snapshot for each CSS pixel: devicePixelRatio * visualViewport.scale."
                )
            )
        ]

    static let boxMembers: [JSONSchema.Member] = [
        .required("locator", .string, "the name of the element"),
        .optional("role", described(.string, "Its ARIA role.")),
        .optional("text", described(.string, "Its visible text.")),
        .required(
            "boundingBox",
            described(.object(Frame.members), "Its place, relative to the viewport; null if it is not shown.")
        ),
    ]

    /// The names of ``boxMembers``, which are asked for with every box.
    static let boxNames = boxMembers.map(\.name)

    private static func described(_ schema: JSONSchema, _ text: String) -> JSONSchema {
        .any(of: [schema, .null]).described(text)
    }
}

extension Page.Extent {
    static let members: [JSONSchema.Member] = ["width", "height"].map {
        .required($0, .number(above: 0, upTo: Frame.maximumLength))
    }
}

extension Page.Offset {
    static let members: [JSONSchema.Member] = ["x", "y"].map {
        .required($0, .number(in: -Frame.maximumLength...Frame.maximumLength))
    }
    static let memberNames = members.map(\.name)
}

extension Frame {
    static let members: [JSONSchema.Member] =
        Page.Offset.members
        + ["width", "height"].map { .required($0, .number(in: 0...maximumLength)) }
    static let memberNames = members.map(\.name)
}
