import BoundedWork
import SecureMemory
import StrictJSON

extension SecureBytes {
    /// JSON without the members of some names, in objects at any depth, and in JSON that is a string of it; the same bytes if there are
    /// none, or if it is no JSON.
    ///
    /// - Parameter depth: Strings that it is in.
    func omittingMembers(called names: Set<String>, depth: Int = 0) throws(OutOfMemory) -> SecureBytes {
        guard !names.isEmpty else { return self }
        return try withUnsafeBytes { (bytes) throws(OutOfMemory) in
            let changes = try JSONTokens.changes(omitting: names, of: bytes, depth: depth)
            guard !changes.isEmpty else { return self }
            var builder = try SecureBytesBuilder(capacity: count)
            var start = 0
            for change in changes {
                try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start..<change.range.lowerBound]))
                try builder.append(change.text)
                start = change.range.upperBound
            }
            try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            return builder.finish()
        }
    }
}

extension JSONTokens {
    /// Strings within each other that are looked into.
    private static let mostStrings = 4

    /// What takes the place of members of some names, each with a comma that parted it from another one, ascending and apart.
    fileprivate static func changes(
        omitting names: Set<String>,
        of json: UnsafeRawBufferPointer,
        depth: Int
    ) throws(OutOfMemory) -> [(range: Range<Int>, text: SecureBytes)] {
        var tokens = JSONTokens(json)
        var changes: [(range: Range<Int>, text: SecureBytes)] = []
        /// The end of what was read before the token.
        var end = 0
        while let token = try? tokens.next() {
            if case .name(let range) = token, names.contains(text(of: range, in: json)) {
                guard tokens.skipValue() else { return changes }
                let last = max(end, changes.last?.range.upperBound ?? 0)
                let cut = cut(from: range.lowerBound - 1, to: tokens.offset, behind: last, in: json)
                changes.append((cut, SecureBytes()))
            } else if case .string(let range) = token, depth < mostStrings,
                let string = try omitting(names, ofString: range, in: json, depth: depth + 1)
            {
                changes.append((range.lowerBound - 1..<range.upperBound + 1, string))
            }
            end = tokens.offset
        }
        return changes
    }

    /// A string, with its quotation marks, without the members of some names in the JSON that it is; nil if it has none.
    private static func omitting(
        _ names: Set<String>,
        ofString range: Range<Int>,
        in json: UnsafeRawBufferPointer,
        depth: Int
    ) throws(OutOfMemory) -> SecureBytes? {
        let text = json[range]
        guard let first = text.first, "{[\\ ".utf8.contains(first), text.contains(UInt8(ascii: "\\")) else {
            return nil
        }
        var budget = WorkBudget(limit: .max)
        guard let content = try? Notation.jsonString.read(UnsafeRawBufferPointer(rebasing: text), budget: &budget)
        else {
            throw OutOfMemory(byteCount: text.count)
        }
        let safe = try content.omittingMembers(called: names, depth: depth)
        guard safe != content else { return nil }
        var builder = try SecureBytesBuilder(capacity: text.count)
        try builder.append(jsonString: safe)
        return builder.finish()
    }

    /// What is cut with a member: the comma in front of it, or that behind it where it is the first one that is left.
    private static func cut(from start: Int, to end: Int, behind last: Int, in json: UnsafeRawBufferPointer) -> Range<
        Int
    > {
        if let comma = json[last..<start].firstIndex(of: UInt8(ascii: ",")) { return comma..<end }
        let next = json[end...].firstIndex { $0 > 0x20 }
        return start..<(next.map { json[$0] == UInt8(ascii: ",") ? $0 + 1 : end } ?? end)
    }

    /// Reads the value that comes next, whatever is in it; false if it is malformed.
    private mutating func skipValue() -> Bool {
        var depth = 0
        repeat {
            switch try? next() {
            case nil: return false
            case .beginObject, .beginArray: depth += 1
            case .endObject, .endArray: depth -= 1
            default: break
            }
        } while depth > 0
        return true
    }

    /// The beginning of a name or a string as it reads.
    static func text(of name: Range<Int>, in json: UnsafeRawBufferPointer) -> String {
        var scalars = NotedScalars(UnsafeRawBufferPointer(rebasing: json[name]), in: .jsonString)
        var text = String.UnicodeScalarView()
        for _ in 0..<longestText { scalars.next().map { text.append($0) } }
        return String(text)
    }

    /// Scalars that are read at most: more than any name has that is looked for.
    private static let longestText = 256
}
