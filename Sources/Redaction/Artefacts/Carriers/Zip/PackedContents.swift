import BoundedWork
import CLibZip
import ImageCore
public import SecureMemory

/// What an archive says of contents that were packed.
public struct PackedFacts: Sendable, Equatable {
    /// Number of bytes of the contents.
    let byteCount: Int
    let isDeflated: Bool
    let checksum: UInt32

    /// The number that the format has for the way of packing.
    var method: Int32 { isDeflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE }
}

/// Contents of an entry as an archive has them.
public struct PackedContents: Sendable {
    /// The contents, packed or not.
    public let bytes: SecureBytes
    /// What an archive says of them.
    public let facts: PackedFacts

    /// Packed contents that lie somewhere.
    public struct Source: Sendable {
        let facts: PackedFacts
        /// Number of their bytes.
        let byteCount: Int
        /// Fills a buffer with the bytes from an offset on; false if they cannot be read.
        let read: @Sendable (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool

        /// Takes packed contents; see the parameters of the same names of ``PackedContents``.
        ///
        /// - Parameters:
        ///   - byteCount: Number of their bytes.
        ///   - read: Fills a buffer with the bytes from an offset on; false if they cannot be read.
        public init(
            _ facts: PackedFacts,
            byteCount: Int,
            read: @escaping @Sendable (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Bool
        ) {
            (self.facts, self.byteCount, self.read) = (facts, byteCount, read)
        }
    }

    init(_ bytes: SecureBytes, _ facts: PackedFacts) {
        (self.bytes, self.facts) = (bytes, facts)
    }

    /// Deflates contents where that makes them shorter, but for pictures, which are compressed already.
    init(packing contents: SecureBytes, _ cancellation: Cancellation) throws(WorkFailure) {
        let isPicture = contents[0..<min(contents.count, 16)].withUnsafeBytes(ImageFormat.isPicture)
        let isWorthDeflating = !contents.isEmpty && !isPicture
        let deflated = isWorthDeflating ? try Deflater.deflate(contents, cancellation) : contents
        self.init(deflated.count < contents.count ? deflated : contents, of: contents)
    }

    /// Contents as they are.
    public init(storing contents: SecureBytes) {
        self.init(contents, of: contents)
    }

    private init(_ packed: SecureBytes, of contents: SecureBytes) {
        let facts = PackedFacts(
            byteCount: contents.count,
            isDeflated: packed.count < contents.count,
            checksum: contents.withUnsafeBytes { ZipArchive.crc32(0, $0) }
        )
        self.init(packed, facts)
    }

    /// The contents in this memory.
    var source: Source {
        Source(facts, byteCount: bytes.count) { [bytes] offset, buffer in
            bytes[offset..<offset + buffer.count].withUnsafeBytes { buffer.copyMemory(from: $0) }
            return true
        }
    }
}
