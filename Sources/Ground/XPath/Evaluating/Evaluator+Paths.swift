import BoundedWork

extension Evaluator {
    mutating func union(of paths: [Path], in context: Context) throws(XPathEvaluationError) -> [Node] {
        var united: [Node] = []
        for path in paths {
            united += try nodes(of: path, in: context)
            try budget.pay(united.count)
        }
        united.sort()
        var distinct: [Node] = []
        for node in united where node != distinct.last {
            distinct.append(node)
        }
        return distinct
    }

    mutating func nodes(of path: Path, in context: Context) throws(XPathEvaluationError) -> [Node] {
        guard let number = path.constantNumber else { return try walk(path, in: context) }
        if let nodes = constants[number] { return nodes }
        let nodes = try walk(path, in: context)
        constants[number] = nodes
        return nodes
    }

    private mutating func walk(_ path: Path, in context: Context) throws(XPathEvaluationError) -> [Node] {
        var nodes: [Node]
        switch path.start {
        case .context: nodes = [context.node]
        case .document: nodes = [.document]
        case .filter(let expression, let predicates):
            // The parser allows no other type here.
            guard case .nodes(let filtered) = try value(of: expression, in: context) else { return [] }
            nodes = try filter(filtered, by: predicates)
        }
        for step in path.steps where !nodes.isEmpty {
            if nodes.count == 1 {
                nodes = try take(step, from: nodes[0])
                if step.axis.isReverse { nodes.reverse() }
            } else {
                nodes = step.isPositional ? try take(step, fromEachOf: nodes) : try take(step, from: nodes)
            }
        }
        return nodes
    }

    /// Takes a step from one node. The result is in the order of the axis.
    private mutating func take(_ step: Step, from start: Node) throws(XPathEvaluationError) -> [Node] {
        // The position that the first predicate wants ends the search.
        var limit = Int.max
        if case .number(let position) = step.predicates.first?.expression { limit = Int(exactly: position) ?? 0 }
        var walk = AxisWalk(axis: step.axis, from: start, in: tree.records)
        var reached: [Node] = []
        while reached.count < limit, let node = try walk.next(paying: &budget) {
            if passes(node, step) { reached.append(node) }
        }
        return try filter(reached, by: step.predicates)
    }

    /// Takes a step from each of `nodes` on its own, because its predicates count.
    private mutating func take(_ step: Step, fromEachOf nodes: [Node]) throws(XPathEvaluationError) -> [Node] {
        var selected: [Node] = []
        for start in nodes {
            selected += try take(step, from: start)
        }
        for node in selected {
            collector.insert(node)
        }
        return try collectedNodes()
    }

    private mutating func take(_ step: Step, from nodes: [Node]) throws(XPathEvaluationError) -> [Node] {
        // From a node that was met from another start, all later ones were met as well, so the walk ends there. For `preceding`
        // this is so if the last start is the first to go.
        let isBackward = step.axis == .preceding
        for index in nodes.indices {
            let start = nodes[isBackward ? nodes.count - 1 - index : index]
            var walk = AxisWalk(axis: step.axis, from: start, in: tree.records)
            while let node = try walk.next(paying: &budget) {
                guard collector.insert(node) else { break }
            }
        }
        var reached = try collectedNodes()
        if case .any = step.test {} else { reached.removeAll { !passes($0, step) } }
        return try filter(reached, by: step.predicates)
    }

    private mutating func collectedNodes() throws(XPathEvaluationError) -> [Node] {
        try budget.pay(collector.cost)
        return collector.removeAll()
    }

    private func passes(_ node: Node, _ step: Step) -> Bool {
        let name: Int32
        switch (step.axis, node.attribute) {
        case (.attribute, let attribute?): name = tree.attributes[attribute].name
        case (_, nil): name = tree.records[Int(node.record)].name
        // An attribute on an axis whose principal kind are elements.
        default: name = -1
        }
        switch step.test {
        case .any: return true
        case .everyName: return name >= 0
        case .name(let index): return name >= 0 && name == names[index]
        }
    }

    /// Keeps the nodes for which all `predicates` are true; each predicate counts the remains of the one before it.
    private mutating func filter(_ nodes: [Node], by predicates: [Predicate]) throws(XPathEvaluationError) -> [Node] {
        var nodes = nodes
        for predicate in predicates {
            var selected: [Node] = []
            for (index, node) in nodes.enumerated() {
                let context = Context(node: node, position: index + 1, size: nodes.count)
                let isSelected: Bool
                switch try value(of: predicate.expression, in: context) {
                case .number(let position): isSelected = position == Double(index + 1)
                case let value: isSelected = boolean(value)
                }
                if isSelected { selected.append(node) }
            }
            nodes = selected
        }
        return nodes
    }
}
