/// The members of an object in the order in which they are written; no two have the same name, byte for byte.
public struct JSONObject: Sendable {
    /// A member of an object: a name and a value.
    public struct Member: Sendable {
        /// The name of the member, unescaped.
        public let name: String
        /// What the name stands for.
        public let value: JSONValue
        /// Where the value is written, in bytes of the text that was parsed; empty if it comes from no JSON text.
        public let range: Range<Int>

        package init(name: String, value: JSONValue, range: Range<Int> = 0..<0) {
            self.name = name
            self.value = value
            self.range = range
        }
    }

    /// The members, in the order in which they are written.
    public let members: [Member]

    /// Holds `members`, whose names are distinct: the caller has checked that.
    package init(uncheckedMembers members: [Member]) {
        self.members = members
    }

    /// The value of the member called `name`, or nil if there is none. Takes time linear in the number of members.
    public subscript(name: String) -> JSONValue? {
        members.first { MemberName($0.name) == MemberName(name) }?.value
    }
}

/// A member's name, compared as RFC 8259, section 8.3 has it: unit by unit.
///
/// `String` compares under canonical equivalence, and what that costs for a hundred thousand names of combining marks
/// is seconds.
struct MemberName: Hashable {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    static func == (left: MemberName, right: MemberName) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var name = name
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
