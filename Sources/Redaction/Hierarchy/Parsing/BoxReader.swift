import BoundedWork
import SecureMemory
import StrictJSON

/// Reader of boxes that a harness collects from Playwright, with the facts of their page:
/// `[BOX, …]`, or `{ "viewport": { "width", "height", "scale"? }, "scroll"?: { "x", "y" }, "page"?: { "width", "height" },
/// "fullPage"?: bool, "clip"?: { "x", "y", "width", "height" }, "boxes": [BOX, …] }`, where a box is
/// `{ "locator": …, "role": …, "text": …, "boundingBox": { "x": …, "y": …, "width": …, "height": … } | null }`.
///
/// `role` and `text` may be missing or null. A bounding box that is null is that of an element that has none: on a page, of
/// one that is not shown. A bare list does not say so, and may come from a tool that does not know. No box at all is a page
/// without anything that its harness named.
struct BoxReader: ~Copyable {
    private let source: SecureBytes
    private let cancellation: Cancellation
    private var builder: HierarchyBuilder

    /// Reads `json`, which is the whole of `source`.
    static func read(
        _ json: JSONValue,
        of source: SecureBytes,
        limits: HierarchyLimits,
        _ cancellation: Cancellation
    ) throws -> Hierarchy {
        let builder = try HierarchyBuilder(.boxes, format: .playwright, limits: limits)
        return try BoxReader(source: source, cancellation: cancellation, builder: builder).read(JSONCursor(json))
    }

    private init(source: SecureBytes, cancellation: Cancellation, builder: consuming HierarchyBuilder) {
        self.source = source
        self.cancellation = cancellation
        self.builder = builder
    }

    private consuming func read(_ json: JSONCursor) throws -> Hierarchy {
        guard case .object = json.value else {
            try read(boxes: json, isOfPage: false)
            return try builder.finish(source)
        }
        let members = try json.object(allowing: Page.members.map(\.name))
        let page = try Page(members)
        try read(boxes: members.required("boxes"), isOfPage: true)
        return try builder.finish(source, page: page)
    }

    private mutating func read(boxes json: JSONCursor, isOfPage: Bool) throws {
        for box in try json.array() {
            guard !cancellation.isCancelled else { throw HierarchyError(.cancelled) }
            try read(box: box, isOfPage: isOfPage)
        }
    }

    private mutating func read(box json: JSONCursor, isOfPage: Bool) throws {
        let box = try json.object(allowing: Page.boxNames)
        let role = try box.optional("role")?.unlessNull?.text()
        var traits = ElementTraits()
        traits.frame = try box.required("boundingBox").unlessNull.map(Frame.init(_:))
        traits.isVisible = traits.frame != nil || !isOfPage
        try add("locator", box.required("locator").text())
        if let role { try add("role", role) }
        if let text = try box.optional("text")?.unlessNull?.text() { try add("text", text) }
        try builder.open(tag: builder.index(ofName: Self.tag(role)), traits)
        builder.close()
    }

    private mutating func add(_ name: String, _ string: JSONString) throws {
        let name = builder.index(ofName: name)
        let range = string.escaped.range(in: source)
        let value = try string.bytes()
        try value.withUnsafeBytes { value in
            try builder.add(name: name, sourceRange: range, value: value, isEscaped: string.hasEscapes)
        }
    }

    /// ARIA roles are words of small letters; anything else would make no name of an element.
    private static func tag(_ role: JSONString?) -> String {
        guard let role, (1...32).contains(role.escaped.count), !role.hasEscapes,
            role.escaped.withUnsafeBytes({ $0.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains) })
        else { return "box" }
        return role.string
    }
}

extension Page {
    fileprivate init(_ members: JSONObjectCursor) throws {
        let viewport = try members.required("viewport").object(allowing: Page.viewportMembers.map(\.name))
        self.viewport = try Extent(viewport)
        scale = try viewport.optional("scale")?.unlessNull?.number(in: Placement.scaleRange)
        scroll = try members.optional("scroll")?.unlessNull.map(Offset.init(_:)) ?? Offset(x: 0, y: 0)
        size = try members.optional("page")?.unlessNull.map {
            try Extent($0.object(allowing: Extent.members.map(\.name)))
        }
        isFullPage = try members.optional("fullPage")?.unlessNull?.bool() ?? false
        let json = members.optional("clip")?.unlessNull
        clip = try json.map(Frame.init(_:))
        if let clip, let json, clip.isEmpty { throw json.invalid("a clip needs an area") }
    }
}

extension Page.Extent {
    fileprivate init(_ members: JSONObjectCursor) throws(JSONSchemaError) {
        width = try members.required("width").number(above: 0, upTo: Frame.maximumLength)
        height = try members.required("height").number(above: 0, upTo: Frame.maximumLength)
    }
}

extension Page.Offset {
    fileprivate init(_ json: JSONCursor) throws(JSONSchemaError) {
        let members = try json.object(allowing: Self.memberNames)
        let range = -Frame.maximumLength...Frame.maximumLength
        x = try members.required("x").number(in: range)
        y = try members.required("y").number(in: range)
    }
}

extension Frame {
    fileprivate init(_ json: JSONCursor) throws {
        let box = try json.object(allowing: Self.memberNames)
        let frame = try Frame(
            x: box.required("x").number(),
            y: box.required("y").number(),
            width: box.required("width").number(),
            height: box.required("height").number()
        )
        guard let frame else { throw HierarchyError(.malformedFrame, at: .pointer(json.pointer)) }
        self = frame
    }
}

extension JSONCursor {
    /// The value itself; nil for `null`, which scripts write for a missing value.
    fileprivate var unlessNull: JSONCursor? {
        if case .null = value { nil } else { self }
    }
}

extension SecureBytes {
    fileprivate func range(in whole: SecureBytes) -> Range<Int> {
        let start = whole.withUnsafeBytes { whole in
            withUnsafeBytes { slice in
                guard let first = whole.baseAddress, let start = slice.baseAddress else { return 0 }
                return start - first
            }
        }
        return start..<start + count
    }
}
