import BoundedWork
import SecureMemory
import StrictJSON

/// Reader of single elements of a JSON tree: each member of an object is an attribute, whatever it is, so that none is missed when
/// texts are taken out.
struct NodeReader: ~Copyable {
    let dialect: Dialect
    private let source: SecureBytes
    private let limits: HierarchyLimits
    private let cancellation: Cancellation
    private var builder: HierarchyBuilder

    init(_ reader: JSONReader, format: HierarchyFormat) throws(HierarchyError) {
        dialect = Dialect(kind: reader.text.kind, format: format)
        source = reader.text.bytes
        (limits, cancellation) = (reader.limits, reader.cancellation)
        builder = try HierarchyBuilder(reader.text.kind, format: format, limits: limits)
    }

    /// Opens the element that `json` describes.
    ///
    /// - Parameters:
    ///   - held: The member that is no attribute: the elements in this one, which are read by themselves.
    ///   - place: Takes the traits that the attributes state, and sets those that they do not.
    mutating func open(
        _ json: JSONCursor,
        besides held: String,
        place: (inout ElementTraits) -> Void = { _ in }
    ) throws {
        guard !cancellation.isCancelled else { throw HierarchyError(.cancelled) }
        guard case .object(let object) = json.value else { throw json.wrongType(expected: "an object") }
        let members = members(of: object, besides: held)
        guard members.count <= limits.attributeCount else {
            throw HierarchyError(.tooManyAttributes(limit: limits.attributeCount), at: .pointer(json.pointer))
        }
        var node = Node(traits: TraitReader(tag: ""))
        for member in members { try add(member, to: &node, at: json.pointer) }
        guard var traits = node.traits.finish() else {
            throw HierarchyError(.malformedFrame, at: .pointer(json.pointer))
        }
        traits.isSecure = traits.isSecure || node.hidesText
        place(&traits)
        let tag = builder.index(ofName: node.tag ?? dialect.tag(ofRoot: builder.isEmpty))
        do {
            try builder.open(tag: tag, traits)
        } catch {
            throw HierarchyError(error.reason, at: .pointer(json.pointer))
        }
    }

    mutating func close() {
        builder.close()
    }

    consuming func finish() throws(HierarchyError) -> Hierarchy { try builder.finish(source) }
}

/// What the attributes of an element say of it.
private struct Node {
    var traits: TraitReader
    var tag: String?
    var hidesText = false
    private var names: Set<String> = []

    init(traits: TraitReader) {
        self.traits = traits
    }

    /// `name`, or one that means nothing if the element has an attribute of this name already.
    mutating func take(_ name: String) -> String {
        var name = name
        while !names.insert(name).inserted { name += "*" }
        return name
    }
}

extension NodeReader {
    /// The members that are attributes. Flags beside an object of attributes repeat some of them.
    private func members(of object: JSONObject, besides held: String) -> [JSONObject.Member] {
        let members = object.members.filter { $0.name != held }
        guard let nested = members.firstIndex(where: { $0.name == dialect.nested }),
            case .object(let inner) = members[nested].value
        else { return members }
        let names = Set(inner.members.map(\.name))
        let others = members.filter { $0.name != dialect.nested && !($0.value.isFlag && names.contains($0.name)) }
        return inner.members + others
    }

    private mutating func add(_ member: JSONObject.Member, to node: inout Node, at pointer: JSONPointer) throws {
        let name = node.take(dialect.attribute(for: member.name))
        guard let text = try text(of: member, name) else {
            throw HierarchyError(.malformedFrame, at: .pointer(pointer.appending(.name(member.name))))
        }
        try text.value.withUnsafeBytes { value in
            guard let meaning = dialect.meaning(of: value, in: name) else {
                try add(name, text, value, to: &node)
                return
            }
            let text = Text(range: text.range, value: text.value, isRewritten: true)
            try Array(meaning.utf8).withUnsafeBytes { try add(name, text, $0, to: &node) }
        }
    }

    private mutating func add(
        _ name: String,
        _ text: Text,
        _ value: UnsafeRawBufferPointer,
        to node: inout Node
    ) throws(HierarchyError) {
        if !text.isNull {
            if let trait = TraitReader.Source(name, in: dialect.format) { node.traits.read(trait, value) }
            let role = AttributeRole(name, in: dialect.format)
            if role == .type { node.tag = Self.tag(value) }
            node.hidesText = node.hidesText || dialect.hidesText(value, in: role)
        }
        try builder.add(
            name: builder.index(ofName: name),
            sourceRange: text.range,
            value: value,
            isEscaped: text.isRewritten,
            isNull: text.isNull
        )
    }

    /// The value of a member as text.
    private struct Text {
        /// The place in the source; that of a string between its quotation marks.
        let range: Range<Int>
        let value: SecureBytes
        /// Whether the source has other bytes.
        let isRewritten: Bool
        var isNull = false
    }

    /// The text of a member; nil for bounds that are none.
    private func text(of member: JSONObject.Member, _ name: String) throws(OutOfMemory) -> Text? {
        let range = member.range
        switch member.value {
        case .null: return Text(range: range, value: SecureBytes(), isRewritten: true, isNull: true)
        case .bool, .number: return Text(range: range, value: source[range], isRewritten: false)
        case .string(let string):
            let inner = range.lowerBound + 1..<range.upperBound - 1
            return Text(range: inner, value: try string.bytes(), isRewritten: string.hasEscapes)
        case .array(let edges) where name == "bounds":
            guard let text = Self.bounds(edges) else { return nil }
            return Text(range: range, value: try SecureBytes(copying: text.utf8), isRewritten: true)
        case .array, .object:
            // The texts in it are found in it as a whole.
            let content = JSONString(unchecked: source[range], hasEscapes: true)
            return Text(range: range, value: try content.bytes(), isRewritten: true)
        }
    }

    /// `[[left, top], [right, bottom]]` like UiAutomator writes it.
    private static func bounds(_ corners: [JSONValue]) -> String? {
        guard corners.count == 2 else { return nil }
        let points = corners.compactMap { corner -> String? in
            guard case .array(let point) = corner, point.count == 2, case .number(let x) = point[0],
                case .number(let y) = point[1], let x = Int(exactly: x), let y = Int(exactly: y)
            else { return nil }
            return "[\(x),\(y)]"
        }
        return points.count == 2 ? points.joined() : nil
    }

    /// The name of a type as that of a tag; nil if it makes none.
    private static func tag(_ type: UnsafeRawBufferPointer) -> String? {
        guard (1...256).contains(type.count), StructuralForm.name.describes(type) else { return nil }
        return String(decoding: type, as: UTF8.self)
    }
}

extension JSONValue {
    fileprivate var isFlag: Bool {
        switch self {
        case .bool, .null: true
        case .number, .string, .array, .object: false
        }
    }
}
