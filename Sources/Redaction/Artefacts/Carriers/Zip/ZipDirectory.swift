import ImageCore
import SecureMemory

/// The central directory of an archive, as far as it has to be known before libzip takes memory for it (APPNOTE.TXT 6.3.10,
/// section 4.3.12).
struct ZipDirectory {
    /// The headers, one after the other.
    let place: Range<Int>
    /// The names of the entries, in the order of their headers.
    let names: [String]
    /// The header of each entry, from the start of the directory on.
    let headers: [Range<Int>]

    private static let localSignature: UInt32 = 0x0403_4B50
    private static let headerSignature: UInt32 = 0x0201_4B50
    private static let headerByteCount = 46

    static let isOfOtherLength = ZipError.damagedArchive("has a central directory of another length than it says")
}

extension ZipDirectory {
    /// Reads the directory of an archive that begins with its first entry.
    init(of file: UnsafeRawBufferPointer, limits: ZipLimits) throws(ZipError) {
        try Self.checkSignature(file)
        let end = try ZipEnd(of: file)
        try self.init(end, UnsafeRawBufferPointer(rebasing: file[end.directory]), limits)
    }

    /// Refuses a file that does not begin as an archive does.
    static func checkSignature(_ beginning: UnsafeRawBufferPointer) throws(ZipError) {
        let signatures = [localSignature, ZipEnd.signature]
        guard beginning.count >= 4, signatures.contains(beginning.littleEndian(UInt32.self, at: 0)) else {
            throw .notZip
        }
    }

    /// Reads the headers of a directory with its end.
    init(_ end: ZipEnd, _ bytes: UnsafeRawBufferPointer, _ limits: ZipLimits) throws(ZipError) {
        // The end that libzip gets has no room for more entries, nor for a place further on.
        let limit = min(limits.entries, Int(UInt16.max) - 1)
        guard end.entryCount <= limit else { throw .tooManyEntries(limit: limit) }
        guard end.directory.upperBound < UInt32.max else { throw .archiveTooLarge(limit: Int(UInt32.max)) }
        place = end.directory
        (names, headers) = try Self.headers(end.entryCount, bytes)
        try ZipName.checkDistinct(names)
    }

    private static func headers(
        _ count: Int,
        _ headers: UnsafeRawBufferPointer
    ) throws(ZipError) -> (names: [String], places: [Range<Int>]) {
        var names: [String] = []
        var places: [Range<Int>] = []
        var next = 0
        for _ in 0..<count {
            guard headers.count - next >= headerByteCount,
                headers.littleEndian(UInt32.self, at: next) == headerSignature
            else { throw isOfOtherLength }
            let lengths = [28, 30, 32].map { Int(headers.littleEndian(UInt16.self, at: next + $0)) }
            let start = next + headerByteCount
            places.append(next..<start + lengths.reduce(0, +))
            next = places[places.count - 1].upperBound
            guard next <= headers.count else { throw isOfOtherLength }
            names.append(try ZipName.name(of: UnsafeRawBufferPointer(rebasing: headers[start..<start + lengths[0]])))
        }
        guard next == headers.count else { throw isOfOtherLength }
        // libzip would read what precedes each as a directory of its own.
        let hasEnd = (0..<max(0, headers.count - 3)).contains { place in
            headers.littleEndian(UInt32.self, at: place) == ZipEnd.signature
        }
        guard !hasEnd else { throw .damagedArchive("has an end in its central directory") }
        return (names, places)
    }

    /// The end of an archive of this directory without a comment, and without an end of Zip64.
    var plainEnd: [UInt8] { Self.plainEnd(place, count: names.count) }

    /// The end of an archive with a directory of `count` entries at a place.
    static func plainEnd(_ place: Range<Int>, count: Int) -> [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }
        let count = UInt16(count)
        return bytes(ZipEnd.signature) + [0, 0, 0, 0] + bytes(count) + bytes(count) + bytes(UInt32(place.count))
            + bytes(UInt32(place.lowerBound)) + [0, 0]
    }
}
