import Artefacts
import BoundedWork
import CNettle
import Glibc
import SecureMemory
import Synchronization

/// Keeps what is written before all of a run is known: in a file without a name. Frames that are there before they are covered by what
/// others show are encrypted by a key that this process alone has.
final class Scratch: Sendable {
    /// A place in the file, with what an archive says of the contents there.
    struct Contents: Sendable {
        let place: Range<Int>
        let facts: PackedFacts
        fileprivate let isEncrypted: Bool
    }

    /// The directory on whose volume it lies.
    let directory: String
    private let file: NamelessFile
    private let cipher: PlaceCipher
    private let end = Mutex(0)

    /// Makes a file in a directory, which is to have room for all results.
    convenience init(in directory: String) throws(FileError) {
        try self.init(NamelessFile(in: directory), in: directory)
    }

    init(_ file: NamelessFile, in directory: String) throws(FileError) {
        self.file = file
        self.directory = directory
        cipher = try mapError(PlaceCipher()) { (_: OutOfMemory) in FileError(path: directory, ENOMEM) }
    }

    /// Makes a file on the disk that a result is to be on.
    convenience init(beside output: FilePlace) throws(FileError) { try self.init(in: output.directory) }

    /// Appends packed contents.
    ///
    /// - Parameter isFinal: Whether they are as they will be in the result.
    func append(_ contents: PackedContents, isFinal: Bool) throws -> Contents {
        let count = contents.bytes.count
        let start = end.withLock { end in
            defer {
                end =
                    (end + count + PlaceCipher.blockByteCount - 1) / PlaceCipher.blockByteCount
                    * PlaceCipher.blockByteCount
            }
            return end
        }
        try contents.bytes.withUnsafeBytes { bytes in
            guard !isFinal else { return try file.write(bytes, at: start) }
            try Self.forEachPiece(of: start..<start + count) { piece, buffer in
                let source = UnsafeRawBufferPointer(
                    rebasing: bytes[piece.lowerBound - start..<piece.upperBound - start]
                )
                cipher.apply(to: source, at: piece.lowerBound, into: buffer)
                try file.write(UnsafeRawBufferPointer(buffer), at: piece.lowerBound)
            }
        }
        return Contents(place: start..<start + count, facts: contents.facts, isEncrypted: !isFinal)
    }

    /// Contents as they are packed.
    func bytes(of contents: Contents) throws -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: contents.place.count)
        try builder.appendInPlace(minimum: contents.place.count) { free in
            try fill(UnsafeMutableRawBufferPointer(rebasing: free[..<contents.place.count]), with: contents)
            return contents.place.count
        }
        return builder.finish()
    }

    /// Contents for an archive.
    func source(of contents: Contents) -> PackedContents.Source {
        PackedContents.Source(contents.facts, byteCount: contents.place.count) { [self] offset, buffer in
            (try? fill(buffer, with: contents, from: offset)) != nil
        }
    }

    /// Copies contents to another file.
    func copy(_ contents: Contents, to target: borrowing OpenFile) throws(SystemError) {
        try Self.forEachPiece(of: contents.place) { (piece, buffer) throws(SystemError) in
            try fill(buffer, with: contents, from: piece.lowerBound - contents.place.lowerBound)
            try target.write(UnsafeRawBufferPointer(buffer))
        }
    }

    private func fill(
        _ buffer: UnsafeMutableRawBufferPointer,
        with contents: Contents,
        from offset: Int = 0
    ) throws(SystemError) {
        let place = contents.place.lowerBound + offset
        try file.fill(buffer, from: place)
        if contents.isEncrypted { cipher.apply(to: UnsafeRawBufferPointer(buffer), at: place, into: buffer) }
    }

    private static let pieceByteCount = 1 << 18

    /// Calls `body` with each piece of a place, and a buffer of its length, which is wiped.
    private static func forEachPiece<Failure: Error>(
        of place: Range<Int>,
        _ body: (Range<Int>, UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceByteCount, alignment: 16)
        defer {
            if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
            buffer.deallocate()
        }
        for start in stride(from: place.lowerBound, to: place.upperBound, by: pieceByteCount) {
            let piece = start..<min(start + pieceByteCount, place.upperBound)
            try body(piece, UnsafeMutableRawBufferPointer(rebasing: buffer[..<piece.count]))
        }
    }
}

/// AES-256 in counter mode by places of a file, each of which is written once: any part of it can be read on its own.
private struct PlaceCipher: Sendable {
    static let blockByteCount = Int(AES_BLOCK_SIZE)

    /// A key that is made for this file, and is nowhere else. So the counter may begin with the file.
    private let key: SecureBytes

    init() throws(OutOfMemory) {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<Int(AES256_KEY_SIZE) / 8).map { _ in generator.next() as UInt64 }
        key = try words.span.withUnsafeBytes { (bytes) throws(OutOfMemory) in try SecureBytes(copying: bytes) }
    }

    /// Encrypts or decrypts the bytes from an offset on.
    func apply(to source: UnsafeRawBufferPointer, at offset: Int, into target: UnsafeMutableRawBufferPointer) {
        var state = aes256_ctx()
        defer { explicit_bzero(&state, MemoryLayout<aes256_ctx>.size) }
        key.withUnsafeBytes { nettle_aes256_set_encrypt_key(&state, $0.bindMemory(to: UInt8.self).baseAddress) }
        var counter = [UInt8](repeating: 0, count: Self.blockByteCount - 8)
        withUnsafeBytes(of: UInt64(offset / Self.blockByteCount).bigEndian) { counter += $0 }
        func crypt(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
            nettle_ctr_crypt(
                &state,
                { nettle_aes256_encrypt($0?.assumingMemoryBound(to: aes256_ctx.self), $1, $2, $3) },
                counter.count,
                &counter,
                source.count,
                target.bindMemory(to: UInt8.self).baseAddress,
                source.bindMemory(to: UInt8.self).baseAddress
            )
        }
        // The first block begins before the offset.
        let skipped = offset % Self.blockByteCount
        let head = skipped == 0 ? 0 : min(Self.blockByteCount - skipped, source.count)
        if head > 0 {
            var block = [UInt8](repeating: 0, count: Self.blockByteCount)
            block.withUnsafeMutableBytes { block in
                crypt(UnsafeRawBufferPointer(block), into: block)
                for index in 0..<head { target[index] = source[index] ^ block[skipped + index] }
            }
        }
        crypt(
            UnsafeRawBufferPointer(rebasing: source[head...]),
            into: UnsafeMutableRawBufferPointer(rebasing: target[head...])
        )
    }
}
