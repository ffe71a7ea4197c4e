import StrictJSON

/// The members of JSON as the strict reader has them, which the quick readers are compared with.
struct Tree {
    struct Member {
        let path: [String]
        /// The place of a string, a number or a word; nil for an object or an array, and for an element of an array.
        let place: Range<Int>?
        /// A string as it reads; nil for anything else.
        let text: String?
    }

    private var members: [Member] = []

    init(_ value: JSONValue) {
        note(value, [], 0..<0)
    }

    /// The strings, in their order.
    var strings: [(path: [String], text: String)] {
        members.compactMap { member in member.text.map { (member.path, $0) } }
    }

    /// All names of members.
    var names: Set<String> { Set(members.flatMap(\.path)) }

    func has(_ path: String...) -> Bool { members.contains { $0.path == path } }

    func text(_ path: String...) -> String? { members.first { $0.path == path }?.text }

    /// The place of a value that is no object and no array.
    func place(_ path: String...) -> Range<Int>? { members.first { $0.path == path }?.place }

    private mutating func note(_ value: JSONValue, _ path: [String], _ place: Range<Int>) {
        switch value {
        case .object(let object):
            members.append(Member(path: path, place: nil, text: nil))
            for member in object.members { note(member.value, path + [member.name], member.range) }
        case .array(let elements):
            members.append(Member(path: path, place: nil, text: nil))
            for element in elements { note(element, path + [""], 0..<0) }
        case .string(let string):
            members.append(Member(path: path, place: place.isEmpty ? nil : place, text: string.string))
        case .null, .bool, .number:
            members.append(Member(path: path, place: place.isEmpty ? nil : place, text: nil))
        }
    }
}
