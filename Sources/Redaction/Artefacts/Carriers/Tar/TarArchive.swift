import BoundedWork
import SecureMemory

/// A tar archive in the form of POSIX (ustar), with the longer names and sizes of pax and of GNU tar.
///
/// Its headers are read here: the library that is kept for them would bring an XML parser and its Unicode tables along. What it
/// declares is held against limits, and names are those of ``ZipArchive``.
struct TarArchive {
    struct Entry {
        let name: String
        let place: Range<Int>
        /// Whether it is a link, a device, a file with holes or a part of another archive.
        let isSpecial: Bool
    }

    static let blockByteCount = 512

    let entries: [Entry]
    private let file: SecureBytes

    /// Opens an archive.
    ///
    /// - Parameters:
    ///   - limits: Bounds on the number of entries, and on the bytes of each and of all.
    ///   - budget: Pays for each header.
    init(_ file: SecureBytes, _ limits: ZipLimits, budget: inout WorkBudget) throws(ContentFailure) {
        self.file = file
        entries = try file.withUnsafeBytes { (bytes) throws(ContentFailure) in
            try Self.entries(of: bytes, limits, &budget)
        }
        try mapError(ZipName.checkDistinct(entries.map(\.name)), ContentFailure.init)
    }

    /// The contents of an entry. Throws for what is no file.
    func contents(of entry: Entry) throws(ContentFailure) -> SecureBytes {
        guard !entry.isSpecial else { throw .refused("it is a link, or no file") }
        return file[entry.place]
    }

    /// Whether a file begins like an archive.
    static func isTar(_ file: UnsafeRawBufferPointer) -> Bool {
        file.count >= blockByteCount && TarHeader(file[..<blockByteCount]) != nil
    }

    private static func entries(
        of bytes: UnsafeRawBufferPointer,
        _ limits: ZipLimits,
        _ budget: inout WorkBudget
    ) throws(ContentFailure) -> [Entry] {
        var entries: [Entry] = []
        var extended = TarExtension()
        var (offset, total) = (0, 0)
        while offset < bytes.count {
            try mapError(budget.spend(blockByteCount), ContentFailure.unfinished)
            guard offset + blockByteCount <= bytes.count else { throw damaged("it is cut off") }
            let block = bytes[offset..<offset + blockByteCount]
            guard let header = TarHeader(block) else {
                guard bytes[offset...].allSatisfy({ $0 == 0 }) else { throw damaged("a header has a wrong checksum") }
                break
            }
            let start = offset + blockByteCount
            let byteCount = header.isExtension ? header.byteCount : extended.byteCount ?? header.byteCount
            guard let byteCount, byteCount <= bytes.count - start else { throw damaged("it is cut off") }
            let place = start..<start + byteCount
            offset = start + (byteCount + blockByteCount - 1) / blockByteCount * blockByteCount
            guard offset <= bytes.count else { throw damaged("it is cut off") }
            guard !header.isExtension else {
                try mapError(budget.spend(byteCount), ContentFailure.unfinished)
                guard extended.read(bytes[place], header.type) else { throw damaged("a header of pax is malformed") }
                continue
            }
            guard byteCount <= limits.entryBytes else {
                throw .refused("an entry has more than \(limits.entryBytes) bytes")
            }
            total += byteCount
            guard total <= limits.totalBytes else {
                throw .refused("the entries have more than \(limits.totalBytes) bytes in all")
            }
            if let name = try name(extended.name ?? header.name, isDirectory: header.isDirectory) {
                entries.append(Entry(name: name, place: place, isSpecial: header.isSpecial || extended.isSparse))
            }
            guard entries.count <= limits.entries else {
                throw .refused("the archive has more than \(limits.entries) entries")
            }
            extended = TarExtension()
        }
        return entries
    }

    private static func damaged(_ reason: String) -> ContentFailure {
        .refused("the archive is damaged: \(reason); pack it again")
    }

    /// A name without the dot of the folder that was packed; nil for that folder itself.
    private static func name(_ bytes: [UInt8], isDirectory: Bool) throws(ContentFailure) -> String? {
        var name = bytes[...]
        while name.starts(with: "./".utf8) { name = name.dropFirst(2).drop { $0 == UInt8(ascii: "/") } }
        guard !name.isEmpty, !name.elementsEqual(".".utf8) else { return nil }
        if isDirectory, name.last != UInt8(ascii: "/") { name.append(UInt8(ascii: "/")) }
        let bytes = try mapError(SecureBytes(copying: name), ContentFailure.outOfMemory)
        return try bytes.withUnsafeBytes { (bytes) throws(ContentFailure) in
            try mapError(ZipName.name(of: bytes), ContentFailure.init)
        }
    }
}
