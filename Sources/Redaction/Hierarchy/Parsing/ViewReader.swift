import StrictJSON

/// Reader of droidbot's states: a list of views that name their children by their places in it.
struct ViewReader: ~Copyable {
    private var nodes: NodeReader
    private let views: [JSONCursor]
    private let children: [[Int]]
    private var isRead: [Bool]

    static func read(_ json: JSONCursor, _ reader: JSONReader) throws -> Hierarchy {
        var list = try ViewReader(json, nodes: NodeReader(reader, format: .uiAutomator))
        try list.read(json)
        return try list.finish()
    }

    private init(_ json: JSONCursor, nodes: consuming NodeReader) throws {
        let views = try json.elements(of: "views")
        children = try views.map { view in
            try view.elements(of: "children").map { (child) throws(JSONSchemaError) in
                try child.integer(in: 0...max(views.count - 1, 0))
            }
        }
        isRead = Array(repeating: false, count: views.count)
        self.views = views
        self.nodes = nodes
    }

    private consuming func finish() throws(HierarchyError) -> Hierarchy { try nodes.finish() }

    private mutating func read(_ json: JSONCursor) throws {
        // A screen without any view is none.
        guard !views.isEmpty else { throw HierarchyError(.noElements) }
        var isRoot = Array(repeating: true, count: views.count)
        for child in children.joined() { isRoot[child] = false }
        try nodes.open(json, besides: "views")
        for root in views.indices where isRoot[root] { try readTree(from: root) }
        nodes.close()
        if let held = isRead.firstIndex(of: false) { throw views[held].invalid("the view holds itself") }
    }

    /// Reads a view and those that it holds, at any depth.
    private mutating func readTree(from root: Int) throws {
        var open: [(view: Int, next: Int)] = []
        func enter(_ view: Int, _ list: inout ViewReader) throws {
            guard !list.isRead[view] else { throw list.views[view].invalid("two views hold this one") }
            list.isRead[view] = true
            try list.nodes.open(list.views[view], besides: "children")
            open.append((view, 0))
        }
        try enter(root, &self)
        while let (view, next) = open.last {
            if next < children[view].count {
                open[open.count - 1].next += 1
                try enter(children[view][next], &self)
            } else {
                nodes.close()
                open.removeLast()
            }
        }
    }
}
