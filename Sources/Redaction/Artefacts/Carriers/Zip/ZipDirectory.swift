import ImageCore
import SecureMemory

/// The central directory of an archive, as far as it has to be known before libzip takes memory for it (APPNOTE.TXT 6.3.10,
/// section 4.3.12).
struct ZipDirectory {
    /// The headers, one after the other.
    let place: Range<Int>
    /// The names of the entries, in the order of their headers.
    let names: [String]

    private static let localSignature: UInt32 = 0x0403_4B50
    private static let headerSignature: UInt32 = 0x0201_4B50
    private static let headerByteCount = 46

    static let isOfOtherLength = ZipError.damagedArchive("has a central directory of another length than it says")
}

extension ZipDirectory {
    /// Reads the directory of an archive that begins with its first entry.
    init(of file: UnsafeRawBufferPointer, limits: ZipLimits) throws(ZipError) {
        let signatures = [Self.localSignature, ZipEnd.signature]
        guard file.count >= 4, signatures.contains(file.littleEndian(UInt32.self, at: 0)) else { throw .notZip }
        let end = try ZipEnd(of: file)
        // The end that libzip gets has no room for more entries, nor for a place further on.
        let limit = min(limits.entries, Int(UInt16.max) - 1)
        guard end.entryCount <= limit else { throw .tooManyEntries(limit: limit) }
        guard end.directory.upperBound < UInt32.max else { throw .archiveTooLarge(limit: Int(UInt32.max)) }
        place = end.directory
        names = try Self.names(end.entryCount, UnsafeRawBufferPointer(rebasing: file[place]))
        try ZipName.checkDistinct(names)
    }

    private static func names(_ count: Int, _ headers: UnsafeRawBufferPointer) throws(ZipError) -> [String] {
        var names: [String] = []
        var next = 0
        for _ in 0..<count {
            guard headers.count - next >= headerByteCount,
                headers.littleEndian(UInt32.self, at: next) == headerSignature
            else { throw isOfOtherLength }
            let lengths = [28, 30, 32].map { Int(headers.littleEndian(UInt16.self, at: next + $0)) }
            let start = next + headerByteCount
            next = start + lengths.reduce(0, +)
            guard next <= headers.count else { throw isOfOtherLength }
            names.append(try ZipName.name(of: UnsafeRawBufferPointer(rebasing: headers[start..<start + lengths[0]])))
        }
        guard next == headers.count else { throw isOfOtherLength }
        // libzip would read what precedes each as a directory of its own.
        let hasEnd = (0..<max(0, headers.count - 3)).contains { place in
            headers.littleEndian(UInt32.self, at: place) == ZipEnd.signature
        }
        guard !hasEnd else { throw .damagedArchive("has an end in its central directory") }
        return names
    }

    /// The end of an archive of this directory without a comment, and without an end of Zip64.
    var plainEnd: [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }
        let count = UInt16(names.count)
        return bytes(ZipEnd.signature) + [0, 0, 0, 0] + bytes(count) + bytes(count) + bytes(UInt32(place.count))
            + bytes(UInt32(place.lowerBound)) + [0, 0]
    }
}
