import BinaryCoding
import BoundedWork
public import SecureMemory

/// The way in which the entries of an artefact are redacted one by one.
public struct RunPlan: Sendable {
    /// The names in the result, in the order of the entries.
    public let names: [EntryName]
    /// Entries that have to be in one part, because one of them says what is covered in the others; all others stand alone.
    public let groups: [[Int]]
    /// Whether all entries have to be in one part, because some are called by what is in others.
    public let isOfOnePart: Bool

    init(names: [EntryName], groups: [[Int]], isOfOnePart: Bool) {
        (self.names, self.groups, self.isOfOnePart) = (names, groups, isOfOnePart)
    }

    /// The question for a plan: the names of all entries.
    public static func question(on names: [String]) throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(array: names) { $0.write($1) }
        return try writer.finish()
    }

    static func sources(decoding question: SecureBytes) throws(ContentFailure) -> [String] {
        try PartMessage.read(question) { reader in
            try reader.array(maximumCount: PartMessage.mostEntries) { reader in
                try reader.string(maximumByteCount: PartMessage.longestName)
            }
        }
    }

    func encoded() throws(OutOfMemory) -> SecureBytes {
        var writer = BinaryWriter()
        writer.write(array: names) { $1.write(to: &$0) }
        writer.write(array: groups) { writer, group in writer.write(array: group) { $0.write($1) } }
        writer.write(isOfOnePart)
        return try writer.finish()
    }

    /// Reads a message on `count` entries.
    public init(decoding message: SecureBytes, count: Int) throws(ContentFailure) {
        self = try PartMessage.read(message) { reader in
            try reader.checked { reader in
                let plan = RunPlan(
                    names: try reader.array(maximumCount: count, EntryName.init),
                    groups: try reader.array(maximumCount: count) { reader in
                        try reader.array(maximumCount: count) { try $0.int() }
                    },
                    isOfOnePart: try reader.bool()
                )
                let grouped = plan.groups.flatMap(\.self)
                let isWhole = plan.names.count == count && grouped.allSatisfy { 0..<count ~= $0 }
                return isWhole && Set(grouped).count == grouped.count ? plan : nil
            }
        }
    }

    /// Divides entries, so that no part takes more bytes than `limit` but where a group does.
    ///
    /// - Parameters:
    ///   - files: The entries.
    ///   - groups: Those of them that have to be in one part.
    ///   - limit: Bytes of a part at most.
    ///   - byteCount: The number of bytes of an entry.
    public static func parts(
        of files: [Int],
        in groups: [[Int]],
        limit: Int,
        byteCount: (Int) -> Int
    ) -> [[Int]] {
        var parts: [[Int]] = []
        var (part, rest): ([Int], Int) = ([], limit)
        let grouped = Set(groups.flatMap(\.self))
        for group in groups + files.filter({ !grouped.contains($0) }).map({ [$0] }) {
            let added = group.reduce(0) { $0 + byteCount($1) }
            if !part.isEmpty, added > rest {
                parts.append(part)
                (part, rest) = ([], limit)
            }
            part += group
            rest -= added
        }
        return part.isEmpty ? parts : parts + [part]
    }
}

extension EntryName {
    func write(to writer: inout BinaryWriter) {
        writer.write(name)
        writer.write(array: marks) { $0.write($1) }
    }

    init(_ reader: inout BinaryReader) throws(BinaryError) {
        name = try reader.string(maximumByteCount: PartMessage.longestName)
        marks = try reader.array(maximumCount: PartMessage.mostWords) { reader in
            try reader.string(maximumByteCount: PartMessage.longestWord)
        }
    }
}
