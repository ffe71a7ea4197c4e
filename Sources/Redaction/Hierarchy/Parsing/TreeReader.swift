import StrictJSON

/// Reader of trees in which each element holds its children: those of Maestro, WebDriverAgent and Sentry.
struct TreeReader: ~Copyable {
    private var nodes: NodeReader

    static func read(_ json: JSONCursor, _ reader: JSONReader) throws -> Hierarchy {
        let format = try HierarchyFormat(of: json, reader.text.kind)
        var tree = TreeReader(nodes: try NodeReader(reader, format: format))
        try tree.read(json)
        return try tree.finish()
    }

    private init(nodes: consuming NodeReader) {
        self.nodes = nodes
    }

    private consuming func finish() throws(HierarchyError) -> Hierarchy { try nodes.finish() }

    private mutating func read(_ json: JSONCursor) throws {
        guard nodes.dialect.kind == .sentry else { return try read(json, within: nil) }
        // The object round the windows is no element of the screen.
        try nodes.open(json, besides: "windows")
        for window in try json.elements(of: "windows") { try read(held: window, within: nil) }
        nodes.close()
    }

    private mutating func read(_ json: JSONCursor, within parent: RelativePlace?) throws {
        let children = try json.elements(of: "children")
        var place: RelativePlace?
        if nodes.dialect.kind == .sentry { place = try RelativePlace(of: json, holding: children, within: parent) }
        try nodes.open(json, besides: "children") { traits in place?.set(&traits) }
        for child in children { try read(held: child, within: place) }
        nodes.close()
    }

    /// Reads an element whose pointers start at itself, because those of deep trees are long, and adds its own where one is needed.
    private mutating func read(held json: JSONCursor, within parent: RelativePlace?) throws {
        do {
            try read(JSONCursor(json.value), within: parent)
        } catch {
            throw HierarchyError.naming(error, at: json.pointer)
        }
    }
}

extension HierarchyFormat {
    /// The platform of a tree.
    fileprivate init(of json: JSONCursor, _ kind: SourceKind) throws {
        switch kind {
        case .sentry: try self.init(renderingSystem: json)
        case .maestro:
            guard let format = Self.maestro(json.value) else { throw HierarchyError(.lookalike(.maestroPage)) }
            self = format
        case .webDriverAgent: self = .xcuiTest
        case .xml, .boxes, .droidbot: self = .uiAutomator
        }
    }

    private init(renderingSystem json: JSONCursor) throws {
        let name = "rendering_system"
        guard case .object(let object) = json.value, let system = object[name] else {
            throw json.invalid("a view hierarchy needs a \(name)")
        }
        let cursor = JSONCursor(system, at: json.pointer.appending(.name(name)))
        let formats: [String: HierarchyFormat] = [
            "android_view_system": .uiAutomator, "UIKIT": .xcuiTest, "apple_uikit": .xcuiTest,
        ]
        guard let format = try formats[cursor.string()] else {
            throw cursor.invalid("expected android_view_system or UIKIT, whose places are those of the screen")
        }
        self = format
    }

    /// The platform of the first element that has attributes of one: Android has classes, iOS titles. Nil if there is none.
    private static func maestro(_ json: JSONValue) -> HierarchyFormat? {
        guard case .object(let object) = json else { return nil }
        if case .object(let attributes)? = object["attributes"] {
            if attributes["class"] != nil { return .uiAutomator }
            if attributes["title"] != nil || attributes["value"] != nil { return .xcuiTest }
        }
        guard case .array(let children)? = object["children"] else { return nil }
        return children.lazy.compactMap(maestro).first
    }
}

extension JSONCursor {
    /// The elements of a member that is an array; none if it is missing or null.
    func elements(of name: String) throws(JSONSchemaError) -> [JSONCursor] {
        guard case .object(let object) = value else { throw wrongType(expected: "an object") }
        guard let member = object[name] else { return [] }
        if case .null = member { return [] }
        return try JSONCursor(member, at: pointer.appending(.name(name))).array()
    }
}

extension HierarchyError {
    /// An error of the value at `pointer`, whose own pointer starts there.
    fileprivate static func naming(_ error: any Error, at pointer: JSONPointer) -> any Error {
        guard let error = (error as? JSONSchemaError).map(HierarchyError.init) ?? error as? HierarchyError,
            case .pointer(let inner)? = error.place
        else { return error }
        return HierarchyError(error.reason, at: .pointer(JSONPointer(pointer.tokens + inner.tokens)))
    }
}
