import Base64Coding
import BoundedWork
import SecureMemory

/// Files in base64 within a text: in `data:` URLs, and pictures, archives and deflated texts that stand by themselves.
struct EmbeddedFiles {
    /// The base64 of each file, in ascending order.
    let ranges: [Range<Int>]

    /// Fewest characters of a file that no `data:` URL announces.
    private static let shortest = 64
    private static let announcement = Array(";base64,".utf8)
    /// Beginnings of base64 of files: PNG, JPEG, WebP, GIF, zip, gzip.
    private static let beginnings = ["iVBORw0KGgo", "/9j/", "UklGR", "R0lGOD", "UEsDB", "H4sI"].map { Array($0.utf8) }
    /// Beginnings of base64 of streams of zlib, which are too short to be told by them alone: they are all of a text in quotes.
    private static let streams = ["eAE", "eF4", "eF5", "eJw", "eJx", "eJy", "eJz", "eNo", "eNp", "eNq", "eNr"].map {
        Array($0.utf8)
    }
    private static let shortestStream = 20

    /// Whether a text, of which some characters may be escaped, may have any: a quick look.
    static func mayBe(in text: Slice<UnsafeRawBufferPointer>) -> Bool {
        text.count >= shortest || text.indices.contains { has(announcement, in: text.base, at: $0) }
    }

    /// Finds the files in `text`.
    init(in text: UnsafeRawBufferPointer, budget: inout WorkBudget) throws(BudgetFailure) {
        var ranges: [Range<Int>] = []
        var offset = 0
        while offset < text.count {
            try budget.spend()
            let isAnnounced = Self.has(Self.announcement, in: text, at: offset)
            let isStream = !isAnnounced && Self.isStream(in: text, at: offset)
            guard isAnnounced || isStream || Self.isBeginning(in: text, at: offset) else {
                offset += 1
                continue
            }
            let start = isAnnounced ? offset + Self.announcement.count : offset
            let end = text[start...].firstIndex { !Self.isBase64($0) } ?? text.count
            try budget.spend(end - start)
            let isFile =
                isStream
                ? end - start >= Self.shortestStream && end < text.count && text[end] == text[offset - 1]
                : isAnnounced && end > start || end - start >= Self.shortest
            if isFile { ranges.append(start..<end) }
            offset = max(end, offset + 1)
        }
        self.ranges = ranges
    }

    /// The files that lie in none of some ranges, which are in ascending order.
    func ranges(outside others: [Range<Int>]) -> [Range<Int>] {
        var others = others[...]
        return ranges.filter { range in
            others = others.drop { $0.upperBound <= range.lowerBound }
            return !(others.first?.overlaps(range) ?? false)
        }
    }

    /// The parts of a range that no file is in.
    func parts(of range: Range<Int>) -> [Range<Int>] {
        var (lower, upper) = (0, ranges.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if ranges[middle].upperBound <= range.lowerBound { lower = middle + 1 } else { upper = middle }
        }
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        for file in ranges[lower...].prefix(while: { $0.lowerBound < range.upperBound }) {
            if start < file.lowerBound { parts.append(start..<file.lowerBound) }
            start = file.upperBound
        }
        if start < range.upperBound { parts.append(start..<range.upperBound) }
        return parts
    }

    private static func isBeginning(in text: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard offset == 0 || !isBase64(text[offset - 1]) else { return false }
        return beginnings.contains { has($0, in: text, at: offset) }
    }

    private static func isStream(in text: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard offset > 0, "\"'".utf8.contains(text[offset - 1]) else { return false }
        return streams.contains { has($0, in: text, at: offset) }
    }

    /// The file of some base64.
    static func decode(
        _ base64: Slice<UnsafeRawBufferPointer>,
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> SecureBytes {
        do {
            return try Base64.decode(SecureBytes(copying: base64), cancellation: cancellation)
        } catch let error as Base64Error {
            throw error == .cancelled ? .unfinished(.cancelled) : .refused("its base64 is malformed: \(error)")
        } catch {
            throw .outOfMemory(OutOfMemory(byteCount: base64.count))
        }
    }

    private static func has(_ bytes: [UInt8], in text: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard offset + bytes.count <= text.count, text[offset] == bytes[0] else { return false }
        return text[offset..<offset + bytes.count].elementsEqual(bytes)
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "/")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
