import BoundedWork
import SecureMemory

extension SecureBytes {
    /// JSON without the members of some names, in objects at any depth; the same bytes if there are none, or if it is no JSON.
    func omittingMembers(called names: Set<String>) throws(OutOfMemory) -> SecureBytes {
        guard !names.isEmpty else { return self }
        return try withUnsafeBytes { (bytes) throws(OutOfMemory) in
            let cuts = JSONTokens.members(called: names, in: bytes)
            guard !cuts.isEmpty else { return self }
            var builder = try SecureBytesBuilder(capacity: count)
            var start = 0
            for cut in cuts {
                try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start..<cut.lowerBound]))
                start = cut.upperBound
            }
            try builder.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            return builder.finish()
        }
    }
}

extension JSONTokens {
    /// The places of members of some names, each with a comma that parted it from another one, ascending and apart.
    fileprivate static func members(called names: Set<String>, in json: UnsafeRawBufferPointer) -> [Range<Int>] {
        var tokens = JSONTokens(json)
        var cuts: [Range<Int>] = []
        /// The end of what was read before the token.
        var end = 0
        while let token = try? tokens.next() {
            if case .name(let range) = token, names.contains(text(of: range, in: json)) {
                guard tokens.skipValue() else { return cuts }
                let last = max(end, cuts.last?.upperBound ?? 0)
                cuts.append(cut(from: range.lowerBound - 1, to: tokens.offset, behind: last, in: json))
            }
            end = tokens.offset
        }
        return cuts
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
