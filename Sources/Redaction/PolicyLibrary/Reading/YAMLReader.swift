import SecureMemory
import StrictJSON
import Yams

struct YAMLReader {
    /// Depth of mappings and sequences: that of a JSON text.
    private let limit = JSONLimits().depth

    func value(of node: Node, depth: Int) throws(TextFault) -> JSONValue {
        guard depth < limit || node.scalar != nil else {
            throw fault("mappings and sequences may be nested \(limit) deep at most", node)
        }
        switch node {
        case .scalar(let scalar): return try value(of: scalar)
        case .sequence(let elements):
            guard elements.tag.isImplicit else { throw tagged(node) }
            var values: [JSONValue] = []
            for element in elements { values.append(try value(of: element, depth: depth + 1)) }
            return .array(values)
        case .mapping(let pairs):
            guard pairs.tag.isImplicit else { throw tagged(node) }
            var members: [JSONObject.Member] = []
            for pair in pairs {
                let name = try name(pair.key)
                members.append(JSONObject.Member(name: name, value: try value(of: pair.value, depth: depth + 1)))
            }
            return .object(JSONObject(uncheckedMembers: members))
        case .alias: throw fault("aliases are not allowed", node)
        }
    }

    private func name(_ node: Node) throws(TextFault) -> String {
        // The parser has resolved the tags of keys to compare them; a merge key has its own.
        guard let scalar = node.scalar, scalar.tag.isText else {
            throw fault("a key has to be a string; put it in quotation marks", node)
        }
        return scalar.string
    }

    private func value(of scalar: Node.Scalar) throws(TextFault) -> JSONValue {
        let node = Node.scalar(scalar)
        guard scalar.style == .plain else {
            guard scalar.tag.isText else { throw tagged(node) }
            return try text(scalar)
        }
        guard scalar.tag.isImplicit else { throw tagged(node) }
        switch scalar.string {
        case "", "~", "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        if let number = Double(json: scalar.string) { return .number(number) }
        guard Resolver.default.resolveTag(of: node) == .str else {
            throw fault("this value is ambiguous; put a string in quotation marks, write a number as in JSON", node)
        }
        return try text(scalar)
    }

    private func text(_ scalar: Node.Scalar) throws(TextFault) -> JSONValue {
        do {
            return .string(try JSONString(unescaped: scalar.string))
        } catch {
            throw fault("there is not enough memory", .scalar(scalar))
        }
    }

    private func tagged(_ node: Node) -> TextFault { fault("tags are not allowed", node) }

    private func fault(_ reason: String, _ node: Node) -> TextFault {
        TextFault(line: node.mark?.line, reason: reason)
    }
}

extension Tag {
    fileprivate var isImplicit: Bool { rawValue == Name.implicit.rawValue }

    fileprivate var isText: Bool { rawValue == Name.str.rawValue }
}
