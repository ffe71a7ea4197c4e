import BoundedWork

/// The nodes on an axis, the nearest to the start first (XPath 1.0, sections 2.2 and 2.4).
struct AxisWalk {
    private let records: [ElementTree.Record]
    private let motion: Motion
    /// The node to walk from, while it is still to be returned itself.
    private var start: Node?
    /// The next index, unless it is `limit` or beyond.
    private var cursor: Int32
    private var limit: Int32
    private let owner: Int32

    private enum Motion {
        /// Through the records, one by one, up to `limit`.
        case onward
        case siblings
        /// Against the order of the document, past whatever holds `owner`.
        case backward
        case precedingSiblings
        case upward
        /// Through the attributes of `owner` up to `limit`.
        case attributes
    }

    init(axis: Axis, from node: Node, in records: [ElementTree.Record]) {
        self.records = records
        owner = node.record
        let record = records[Int(owner)]
        let isAttribute = node.attribute != nil
        switch axis {
        case .ancestorOrSelf, .descendantOrSelf, .self: start = node
        default: break
        }
        switch axis {
        case .self: (motion, cursor, limit) = (.onward, 0, 0)
        case .child: (motion, cursor, limit) = (.siblings, owner + 1, isAttribute ? 0 : record.end)
        case .descendant, .descendantOrSelf:
            (motion, cursor, limit) = (.onward, owner + 1, isAttribute ? 0 : record.end)
        case .following:
            (motion, cursor, limit) = (.onward, isAttribute ? owner + 1 : record.end, Int32(records.count))
        case .followingSibling where isAttribute || owner == 0: (motion, cursor, limit) = (.siblings, 0, 0)
        case .followingSibling:
            (motion, cursor, limit) = (.siblings, record.end, records[Int(record.parent)].end)
        case .preceding: (motion, cursor, limit) = (.backward, owner - 1, 0)
        case .precedingSibling:
            (motion, cursor, limit) = (.precedingSiblings, isAttribute ? -1 : record.previousSibling, 0)
        case .parent:
            let parent = isAttribute ? owner : record.parent
            (motion, cursor, limit) = (.onward, parent, parent + 1)
        case .ancestor, .ancestorOrSelf: (motion, cursor, limit) = (.upward, isAttribute ? owner : record.parent, 0)
        case .attribute:
            (motion, cursor, limit) = (.attributes, record.firstAttribute, isAttribute ? 0 : record.attributeEnd)
        }
    }

    /// The next node, or nil at the end of the axis. Every node that is passed on the way is paid for.
    mutating func next(paying budget: inout WorkBudget) throws(XPathEvaluationError) -> Node? {
        try budget.pay()
        if let node = start {
            start = nil
            return node
        }
        switch motion {
        case .onward:
            guard cursor >= 0, cursor < limit else { return nil }
            defer { cursor += 1 }
            return Node(record: cursor)
        case .siblings:
            guard cursor < limit else { return nil }
            defer { cursor = records[Int(cursor)].end }
            return Node(record: cursor)
        case .backward:
            while cursor > 0, records[Int(cursor)].end > owner {
                cursor -= 1
                try budget.pay()
            }
            guard cursor > 0 else { return nil }
            defer { cursor -= 1 }
            return Node(record: cursor)
        case .precedingSiblings:
            guard cursor > 0 else { return nil }
            defer { cursor = records[Int(cursor)].previousSibling }
            return Node(record: cursor)
        case .upward:
            guard cursor >= 0 else { return nil }
            defer { cursor = records[Int(cursor)].parent }
            return Node(record: cursor)
        case .attributes:
            guard cursor < limit else { return nil }
            defer { cursor += 1 }
            return Node(record: owner, attribute: Int(cursor))
        }
    }
}
