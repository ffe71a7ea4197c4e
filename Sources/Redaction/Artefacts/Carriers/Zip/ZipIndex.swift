import BinaryCoding
import ImageCore
public import SecureMemory

/// The central directory of an archive that is too large to be read as a whole, and archives of some of its entries.
///
/// Such an archive has the headers and contents of its entries as they were. Whoever opens it finds out whether they agree.
public struct ZipIndex: Sendable {
    /// An entry as the directory declares it.
    public struct Entry: Sendable {
        /// The path, as that of ``ZipArchive/Entry/name``.
        public let name: String
        /// Number of bytes of the contents.
        public let byteCount: Int
        /// Where its header and its contents are in the file.
        public let place: Range<Int>
        /// Its header in the directory.
        let header: SecureBytes
        /// Where that header says where the entry begins.
        let offsetField: Range<Int>

        /// Whether the entry is a directory, which has no contents.
        public var isDirectory: Bool { name.utf8.last == UInt8(ascii: "/") }

        /// Where contents begin in the place of an entry, by its first bytes (APPNOTE.TXT 6.3.10, section 4.3.7); nil for contents that
        /// are packed or encrypted.
        public static func startOfStored(_ place: UnsafeRawBufferPointer) -> Int? {
            guard place.count >= ZipHeaders.localByteCount, place.littleEndian(UInt16.self, at: 6) & 1 == 0,
                place.littleEndian(UInt16.self, at: 8) == 0
            else { return nil }
            return [26, 28].reduce(ZipHeaders.localByteCount) { $0 + Int(place.littleEndian(UInt16.self, at: $1)) }
        }
    }

    /// The entries in the order of the directory.
    public let entries: [Entry]

    /// The beginning and the end of a file, by which it is found out what is in it.
    public struct Ends: Sendable {
        /// Bytes of the beginning, and of the end at first.
        public static let (headByteCount, tailByteCount) = (4, 1 << 20)
        /// Bytes of a directory at most.
        static let mostTailBytes = 128 << 20

        /// Number of bytes of the file.
        let byteCount: Int
        let head: SecureBytes
        let tail: SecureBytes

        /// Takes the first ``headByteCount`` bytes of a file, and a number of its last ones.
        public init(byteCount: Int, head: SecureBytes, tail: SecureBytes) {
            (self.byteCount, self.head, self.tail) = (byteCount, head, tail)
        }
    }

    /// What the ends of a file say.
    public enum Reading: Sendable {
        /// The directory takes so many bytes at the end.
        case needsTail(byteCount: Int)
        /// The entries are known.
        case read(ZipIndex)
    }

    /// Reads the directory of a file.
    ///
    /// - Throws: ``ZipError`` for a directory that ``ZipArchive`` would refuse, and for entries that share contents. Whether headers and
    ///   contents are as it says is found out by whoever opens an archive of them.
    public static func read(_ ends: Ends, limits: ZipLimits) throws(ZipError) -> Reading {
        try ends.head.withUnsafeBytes { (head) throws(ZipError) in try ZipDirectory.checkSignature(head) }
        let start = ends.byteCount - ends.tail.count
        guard start >= 0 else { throw .damagedArchive("is shorter than its end") }
        return try ends.tail.withUnsafeBytes { (tail) throws(ZipError) in
            let end = try ZipEnd(of: tail, from: start)
            guard end.directory.lowerBound >= start else {
                let needed = ends.byteCount - end.directory.lowerBound
                guard needed <= Ends.mostTailBytes else { throw .tooManyEntries(limit: limits.entries) }
                return .needsTail(byteCount: needed)
            }
            let place = end.directory.lowerBound - start..<end.directory.upperBound - start
            let headers = ends.tail[place]
            return .read(
                try headers.withUnsafeBytes { (bytes) throws(ZipError) in
                    try ZipIndex(ZipDirectory(end, bytes, limits), bytes, headers, limits)
                }
            )
        }
    }

    private init(
        _ directory: ZipDirectory,
        _ bytes: UnsafeRawBufferPointer,
        _ headers: SecureBytes,
        _ limits: ZipLimits
    ) throws(ZipError) {
        var facts: [ZipHeaderFacts] = []
        for (name, place) in zip(directory.names, directory.headers) {
            facts.append(try ZipHeaderFacts(UnsafeRawBufferPointer(rebasing: bytes[place]), name))
        }
        let starts = facts.map(\.start).sorted() + [directory.place.lowerBound]
        var next: [Int: Int] = [:]
        for (start, following) in zip(starts, starts.dropFirst()) where next[start] == nil { next[start] = following }
        var entries: [Entry] = []
        var rest = limits.totalBytes
        for (facts, (name, place)) in zip(facts, zip(directory.names, directory.headers)) {
            let end = min(next[facts.start] ?? facts.start, facts.start + facts.mostBytes)
            guard facts.start + facts.leastBytes <= end else {
                throw .damagedEntry(name, "it shares contents with another")
            }
            guard max(facts.byteCount, facts.packedByteCount) <= limits.entryBytes else {
                throw .entryTooLarge(name, limit: limits.entryBytes)
            }
            rest -= facts.byteCount
            guard rest >= 0 else { throw .archiveTooLarge(limit: limits.totalBytes) }
            entries.append(
                Entry(
                    name: name,
                    byteCount: facts.byteCount,
                    place: facts.start..<end,
                    header: headers[place],
                    offsetField: facts.startField
                )
            )
        }
        self.entries = entries
    }

    init(_ entries: [Entry]) { self.entries = entries }

    /// An archive of some entries.
    ///
    /// - Parameters:
    ///   - indices: The entries, in the order that they get.
    ///   - read: Appends the bytes of a place in the file.
    public func archive(
        of indices: [Int],
        _ read: (Range<Int>, inout SecureBytesBuilder) throws -> Void
    ) throws -> SecureBytes {
        let entries = indices.map { self.entries[$0] }
        let byteCount = entries.reduce(ZipEnd.byteCount) { $0 + $1.place.count + $1.header.count }
        var builder = try SecureBytesBuilder(capacity: byteCount)
        var starts: [Int] = []
        for entry in entries {
            starts.append(builder.count)
            try read(entry.place, &builder)
        }
        let directory = builder.count
        for (entry, start) in zip(entries, starts) {
            let field = entry.offsetField
            let number = withUnsafeBytes(of: UInt64(start).littleEndian) { Array($0.prefix(field.count)) }
            try builder.append(entry.header[0..<field.lowerBound])
            try number.withUnsafeBytes { try builder.append($0) }
            try builder.append(entry.header[field.upperBound..<entry.header.count])
        }
        let end = ZipDirectory.plainEnd(directory..<builder.count, count: entries.count)
        try end.withUnsafeBytes { try builder.append($0) }
        return builder.finish()
    }
}

/// What a header of a central directory says of the place of its entry (APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.5.3).
private struct ZipHeaderFacts {
    let byteCount: Int
    let packedByteCount: Int
    /// Where the local header begins.
    let start: Int
    /// Where that is said.
    let startField: Range<Int>
    private let nameByteCount: Int

    private static let (headerByteCount, longestExtra, descriptorByteCount) = (46, 0xFFFF, 24)
    private static let wideID: UInt16 = 1

    /// Bytes that header and contents take at least, and at most.
    var leastBytes: Int { ZipHeaders.localByteCount + nameByteCount + packedByteCount }
    var mostBytes: Int { leastBytes + Self.longestExtra + Self.descriptorByteCount }

    init(_ header: UnsafeRawBufferPointer, _ name: String) throws(ZipError) {
        nameByteCount = Int(header.littleEndian(UInt16.self, at: 28))
        let extra = Self.headerByteCount + nameByteCount
        let extraEnd = extra + Int(header.littleEndian(UInt16.self, at: 30))
        var wide = Self.wideFields(header, extra..<extraEnd)
        /// The place of a number, which is among the wide ones if it has no room in its field.
        func place(_ field: Int) throws(ZipError) -> Range<Int> {
            guard header.littleEndian(UInt32.self, at: field) == UInt32.max else { return field..<field + 4 }
            guard wide.count >= 8 else { throw .damagedEntry(name, "its header has no room for its size") }
            defer { wide = wide.dropFirst(8) }
            return wide.lowerBound..<wide.lowerBound + 8
        }
        func number(_ place: Range<Int>) throws(ZipError) -> Int {
            let number =
                place.count == 4
                ? UInt64(header.littleEndian(UInt32.self, at: place.lowerBound))
                : header.littleEndian(UInt64.self, at: place.lowerBound)
            // No archive is larger.
            guard number < UInt32.max else { throw .damagedEntry(name, "it is longer than the archive") }
            return Int(number)
        }
        byteCount = try number(place(24))
        packedByteCount = try number(place(20))
        startField = try place(42)
        start = try number(startField)
    }

    /// The wide numbers of a header; an empty place if it has none.
    private static func wideFields(_ header: UnsafeRawBufferPointer, _ extra: Range<Int>) -> Range<Int> {
        var next = extra.lowerBound
        while next + 4 <= extra.upperBound {
            let end = next + 4 + Int(header.littleEndian(UInt16.self, at: next + 2))
            guard end <= extra.upperBound else { break }
            if header.littleEndian(UInt16.self, at: next) == wideID { return next + 4..<end }
            next = end
        }
        return extra.upperBound..<extra.upperBound
    }
}
