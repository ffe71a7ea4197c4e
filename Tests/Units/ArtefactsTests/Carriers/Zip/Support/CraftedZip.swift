import CLibDeflate
import SecureMemory

/// An archive that is made byte by byte, with the mistakes that a test asks for.
struct CraftedZip {
    struct Entry {
        var name: [UInt8]
        var packed: [UInt8]
        var byteCount: UInt32
        var method: UInt16 = 0
        var flags: UInt16 = 0x0800
        var checksum: UInt32
        var attributes: UInt32 = 0
        var extra: [UInt8] = []
        var comment: [UInt8] = []
        /// What the local header has instead.
        var localName: [UInt8]?
        var localByteCount: UInt32?
        var localMethod: UInt16?
        /// Whether sizes and checksum follow the contents, and are zeros in the local header.
        var hasDescriptor = false
        /// Whether the entry has the local header and the contents of the one before.
        var isShared = false
    }

    var entries: [Entry] = []
    var prefix: [UInt8] = []
    var comment: [UInt8] = []
    var suffix: [UInt8] = []
    /// Bytes between the directory and the end.
    var gap: [UInt8] = []
    /// Number of entries that the end says, if not all.
    var entryCount: Int?
    var directoryByteCount: Int?
    var wideEnd: WideEnd?

    /// The end of Zip64.
    struct WideEnd {
        /// What is added to the number of entries.
        var surplus = 0
        /// Whether the other end has all ones.
        var isNeeded = true
    }

    var bytes: [UInt8] {
        var file = prefix
        var headers: [UInt8] = []
        var start = 0
        for entry in entries {
            if !entry.isShared {
                start = file.count
                file += entry.localHeader + entry.packed
                if entry.hasDescriptor { file += [0x50, 0x4B, 7, 8] + entry.sizes(entry.byteCount) }
            }
            headers += entry.header(start)
        }
        let place = file.count
        let size = directoryByteCount ?? headers.count
        let count = entryCount ?? entries.count
        file += headers + gap
        var narrow = (UInt16(truncatingIfNeeded: count), UInt32(size), UInt32(place))
        if let wideEnd {
            let wide = [UInt64(count + wideEnd.surplus), UInt64(count + wideEnd.surplus), UInt64(size), UInt64(place)]
            let end = UInt64(file.count)
            file += [0x50, 0x4B, 6, 6] + little(UInt64(44)) + [45, 0, 45, 0] + [UInt8](repeating: 0, count: 8)
            file += wide.flatMap(little) + [0x50, 0x4B, 6, 7, 0, 0, 0, 0] + little(end) + [1, 0, 0, 0]
            if wideEnd.isNeeded { narrow = (.max, .max, .max) }
        }
        file += [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + little(narrow.0) + little(narrow.0) + little(narrow.1)
        file += little(narrow.2) + little(UInt16(comment.count)) + comment + suffix
        return file
    }

    var secureBytes: SecureBytes {
        get throws { try SecureBytes(copying: bytes) }
    }
}

extension CraftedZip.Entry {
    /// A stored entry.
    init(_ name: String, _ text: String = "") {
        self.init(name: Array(name.utf8), bytes: Array(text.utf8))
    }

    init(name: [UInt8], bytes: [UInt8]) {
        self.init(
            name: name,
            packed: bytes,
            byteCount: UInt32(bytes.count),
            checksum: libdeflate_crc32(0, bytes, bytes.count)
        )
    }

    /// An entry of contents that libdeflate deflates.
    static func deflated(_ name: String, _ bytes: [UInt8]) -> Self {
        var entry = Self(name: Array(name.utf8), bytes: bytes)
        entry.packed = libdeflated(bytes)
        entry.method = 8
        return entry
    }

    func sizes(_ byteCount: UInt32) -> [UInt8] { little(checksum) + little(UInt32(packed.count)) + little(byteCount) }

    fileprivate var localHeader: [UInt8] {
        let name = localName ?? name
        let flags = flags | (hasDescriptor ? 8 : 0)
        let sizes =
            hasDescriptor
            ? [UInt8](repeating: 0, count: 8) + little(localByteCount ?? 0) : sizes(localByteCount ?? byteCount)
        return [0x50, 0x4B, 3, 4, 20, 0] + little(flags) + little(localMethod ?? method) + [0, 0, 0x21, 0] + sizes
            + little(UInt16(name.count)) + [0, 0] + name
    }

    fileprivate func header(_ start: Int) -> [UInt8] {
        [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + little(flags | (hasDescriptor ? 8 : 0)) + little(method) + [0, 0, 0x21, 0]
            + sizes(byteCount) + little(UInt16(name.count)) + little(UInt16(extra.count))
            + little(UInt16(comment.count)) + [0, 0, 0, 0] + little(attributes) + little(UInt32(start)) + name + extra
            + comment
    }
}

func little(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }

/// A deflate stream by libdeflate.
func libdeflated(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(level) else { preconditionFailure("there is no such level") }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_deflate_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        count = libdeflate_deflate_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
    }
}
