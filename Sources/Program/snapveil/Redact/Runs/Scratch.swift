import Artefacts
import BoundedWork
import Glibc
import SecureMemory
import Synchronization

/// A file without a name, for what is written before all of a run is known. It is gone with this object, and when the program ends.
final class Scratch: Sendable {
    /// A place in the file, with what an archive says of the contents there.
    struct Contents: Sendable {
        let place: Range<Int>
        let facts: PackedFacts
    }

    private let file: OpenFile
    private let end = Mutex(0)

    /// Makes a file in a directory, which is to have room for all results.
    init(in directory: String) throws(FileError) {
        let path = "\(directory)/.snapveil-\(UInt64.random(in: .min ... .max))"
        file = try mapError(OpenFile(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))) {
            (error: SystemError) in
            FileError(path: directory, error.code)
        }
        guard unlink(path) == 0 else { throw FileError(path: path, errno) }
    }

    /// Makes a file on the disk that a result is to be on.
    convenience init(beside output: FilePlace) throws(FileError) { try self.init(in: output.directory) }

    /// Number of its bytes.
    var byteCount: Int { get throws(SystemError) { Int(try file.status().st_size) } }

    /// Appends packed contents.
    func append(_ contents: PackedContents) throws(SystemError) -> Contents {
        let count = contents.bytes.count
        let start = end.withLock { end in
            defer { end += count }
            return end
        }
        try contents.bytes.withUnsafeBytes { (bytes) throws(SystemError) in try file.write(bytes, at: start) }
        return Contents(place: start..<start + count, facts: contents.facts)
    }

    /// Calls `body` with the file.
    func withFile(_ body: (borrowing OpenFile) throws(SystemError) -> Void) throws(SystemError) { try body(file) }

    /// The bytes at a place.
    func bytes(at place: Range<Int>) throws -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: place.count)
        try builder.appendInPlace(minimum: place.count) { free in
            try fill(UnsafeMutableRawBufferPointer(rebasing: free[..<place.count]), from: place.lowerBound)
            return place.count
        }
        return builder.finish()
    }

    /// Contents for an archive.
    func source(of contents: Contents) -> PackedContents.Source {
        PackedContents.Source(contents.facts, byteCount: contents.place.count) { [self] offset, buffer in
            (try? fill(buffer, from: contents.place.lowerBound + offset)) != nil
        }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws(SystemError) {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try file.read(at: offset + done, into: rest)
            guard count > 0 else { throw .inputOutput }
            done += count
        }
    }

    /// Copies bytes to another file.
    func copy(_ place: Range<Int>, to target: borrowing OpenFile) throws(SystemError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        for start in stride(from: place.lowerBound, to: place.upperBound, by: buffer.count) {
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, place.upperBound - start)])
            try fill(piece, from: start)
            try target.write(UnsafeRawBufferPointer(piece))
        }
    }
}
