public import StrictJSON

extension Page {
    /// What the JSON of a page with its boxes is. Scripts write null for what is missing.
    public static let schema = JSONSchema.object(members).described(
        "The boxes of a page, and what proves where they are in its picture; lengths in CSS pixels."
    )

    /// What the JSON of a box is.
    public static let boxSchema = JSONSchema.object(boxMembers)

    static let members = [
        JSONSchema.Member(
            "viewport",
            .object(viewportMembers).described("What the viewport shows of the page."),
            isRequired: true
        ),
        JSONSchema.Member(
            "scroll",
            described(.object(Offset.members), "How far the page is scrolled; by default not at all.")
        ),
        JSONSchema.Member("page", described(.object(Extent.members), "How large all of the page is.")),
        JSONSchema.Member("fullPage", described(.bool, "Whether the picture is of all of the page.")),
        JSONSchema.Member(
            "clip",
            described(
                .object(Offset.members + Extent.members),
                "The part that the picture shows: of the viewport, or of the full page."
            )
        ),
        JSONSchema.Member(
            "boxes",
            .array(of: .reference(to: "Box")).described("What there is on the page."),
            isRequired: true
        ),
    ]

    static let viewportMembers =
        Extent.members + [
            JSONSchema.Member(
                "scale",
                described(
                    .number(in: Placement.scaleRange),
                    "Pixels of the picture for each CSS pixel: devicePixelRatio * visualViewport.scale."
                )
            )
        ]

    static let boxMembers = [
        JSONSchema.Member("locator", .string.described("What the element is called."), isRequired: true),
        JSONSchema.Member("role", described(.string, "Its ARIA role.")),
        JSONSchema.Member("text", described(.string, "What it shows.")),
        JSONSchema.Member(
            "boundingBox",
            described(.object(Frame.members), "Where it is, relative to the viewport; null for what is not shown."),
            isRequired: true
        ),
    ]

    /// The names of ``boxMembers``, which are asked for with every box.
    static let boxNames = boxMembers.map(\.name)

    private static func described(_ schema: JSONSchema, _ text: String) -> JSONSchema {
        .any(of: [schema, .null]).described(text)
    }
}

extension Page.Extent {
    static let members = ["width", "height"].map {
        JSONSchema.Member($0, .number(above: 0, upTo: Frame.maximumLength), isRequired: true)
    }
}

extension Page.Offset {
    static let members = ["x", "y"].map {
        JSONSchema.Member($0, .number(in: -Frame.maximumLength...Frame.maximumLength), isRequired: true)
    }
    static let memberNames = members.map(\.name)
}

extension Frame {
    static let members =
        Page.Offset.members
        + ["width", "height"].map { JSONSchema.Member($0, .number(in: 0...maximumLength), isRequired: true) }
    static let memberNames = members.map(\.name)
}
