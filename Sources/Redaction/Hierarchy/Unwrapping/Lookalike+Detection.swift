import SecureMemory

extension Lookalike {
    /// What `text`, of which white space in front was taken off, is by its first bytes; nil if those may be of a page source.
    init?(startOf text: UnsafeRawBufferPointer) {
        guard !text.isEmpty else {
            self = .nothing
            return
        }
        let start = Array(text.prefix(32).lowercasedASCII)
        guard let found = Self.starts.first(where: { start.starts(with: $0.bytes) }) else { return nil }
        self = found.lookalike
    }

    /// The first bytes of each lookalike, in small letters.
    private static let starts: [(bytes: [UInt8], lookalike: Lookalike)] = {
        let texts: [(String, Lookalike)] = [
            ("<!doctype html", .page), ("<html", .page), ("<head>", .page), ("<body", .page),
            ("- ", .ariaSnapshot),
            ("attributes: application", .webDriverAgentDescription), ("element subtree:", .webDriverAgentDescription),
            ("→application", .webDriverAgentDescription),
            ("error: ", .dumpMessage),
            ("data:image/", .picture), ("ivborw0kggo", .picture), ("/9j/", .picture),
        ]
        let messages = dumpMessageStarts.map { ($0.lowercased(), Lookalike.dumpMessage) }
        // PNG, JPEG, GIF and WebP, in which capitals are small letters as above.
        let pictures: [[UInt8]] = [
            [0x89, 0x70, 0x6E, 0x67], [0xFF, 0xD8, 0xFF], Array("gif8".utf8), Array("riff".utf8),
        ]
        return (texts + messages).map { (Array($0.utf8), $1) } + pictures.map { ($0, .picture) }
    }()

    /// What `json`, an object that is no page source, is by the names of its members and those of its member `value`.
    init?(tree json: UnsafeRawBufferPointer) {
        var names = Self.names(in: json)
        if let value = names.value { names.formUnion(Self.names(in: UnsafeRawBufferPointer(rebasing: json[value]))) }
        if names.holds("error", "message") {
            self = .failedReply
        } else if names.holds("type", "rect") || names.holds("type", "frame") || names.holds("rawIdentifier") {
            self = .webDriverAgentTree
        } else if ["children", "nodes", "documents", "root", "result"].contains(where: { names.holds($0) }) {
            self = .inspectorTree
        } else {
            return nil
        }
    }

    private static func names(in json: UnsafeRawBufferPointer) -> MemberNames {
        var names = MemberNames()
        for member in ObjectMembers(of: json) {
            for (index, name) in MemberNames.known.enumerated() where json[member.name].elementsEqual(name.utf8) {
                names.found |= 1 << index
            }
            if json[member.name].elementsEqual("value".utf8) { names.value = member.value }
        }
        return names
    }
}

/// The names of members that tell one kind of tree from another.
private struct MemberNames {
    static let known = [
        "error", "message", "type", "rect", "frame", "rawIdentifier", "children", "nodes", "documents", "root",
        "result",
    ]

    /// A bit for each known name that was found.
    var found = 0
    /// Where the member `value` has its value.
    var value: Range<Int>?

    mutating func formUnion(_ other: MemberNames) {
        found |= other.found
    }

    func holds(_ names: String...) -> Bool {
        names.allSatisfy { name in Self.known.firstIndex(of: name).map { found & 1 << $0 != 0 } ?? false }
    }
}
