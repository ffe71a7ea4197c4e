/// The names of a JSON object's members that say what the object is.
struct MemberNames {
    private static let known = [
        "error", "message", "type", "rect", "frame", "rawIdentifier", "children", "nodes", "documents", "root",
        "result", "attributes", "views", "rendering_system", "windows",
    ]

    private var found = 0
    /// The place of the member `value`.
    private(set) var value: Range<Int>?

    /// Looks at an object that need not be well-formed, without memory.
    init(of json: UnsafeRawBufferPointer) {
        for member in ObjectMembers(of: json) {
            for (index, name) in Self.known.enumerated() where json[member.name].elementsEqual(name.utf8) {
                found |= 1 << index
            }
            if json[member.name].elementsEqual("value".utf8) { value = member.value }
        }
    }

    mutating func formUnion(_ other: MemberNames) {
        found |= other.found
    }

    func holds(_ names: [String]) -> Bool {
        names.allSatisfy { name in Self.known.firstIndex(of: name).map { found & 1 << $0 != 0 } ?? false }
    }
}

extension SourceKind {
    /// The members that tell kinds of trees apart, in the outermost object of one: each list is enough.
    public static let marks: [(members: [String], kind: SourceKind)] = [
        (["rendering_system", "windows"], .sentry),
        (["views"], .droidbot),
        (["attributes", "children"], .maestro),
        (["type", "rect"], .webDriverAgent),
        (["type", "frame"], .webDriverAgent),
        (["type", "rawIdentifier"], .webDriverAgent),
    ]

    /// The kind of a tree by the members of its outermost object; nil for any other object.
    init?(tree json: UnsafeRawBufferPointer) {
        let names = MemberNames(of: json)
        guard let kind = Self.marks.first(where: { names.holds($0.members) })?.kind else { return nil }
        self = kind
    }
}
