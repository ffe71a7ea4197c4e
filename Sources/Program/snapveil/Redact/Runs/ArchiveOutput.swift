import Artefacts
import BoundedWork
import SecureMemory

/// The archive that a run gives.
struct ArchiveOutput {
    private let entries: [(name: String, contents: Scratch.Contents?)]
    private let scratch: Scratch

    /// Takes entries with contents that lie in `scratch`; one without is a directory.
    init(_ entries: [(name: String, contents: Scratch.Contents?)], in scratch: Scratch) {
        (self.entries, self.scratch) = (entries, scratch)
    }

    /// Writes the archive, by way of another file to where nothing can be written twice.
    ///
    /// - Parameter write: Has its argument write to the file at `output`.
    func write(
        to output: FilePlace,
        by write: ((borrowing OpenFile) throws(SystemError) -> Void) throws(FileError) -> Void
    ) throws(FileError) {
        var fault: ZipError?
        do throws(FileError) {
            guard output.isStream else {
                return try write { (file) throws(SystemError) in try self.write(to: file, &fault) }
            }
            let packed = try NamelessFile(in: output.directory)
            try write { (file) throws(SystemError) in
                try packed.withFile { (packed) throws(SystemError) in
                    try self.write(to: packed, &fault)
                    try packed.read { (bytes) throws(SystemError) in try file.write(bytes) }
                }
            }
        } catch {
            throw fault.map { FileError(path: output.path, reason: QuotedText.printing("\($0)")) } ?? error
        }
    }

    /// Writes the archive to a file from its start on.
    private func write(to file: borrowing OpenFile, _ fault: inout ZipError?) throws(SystemError) {
        let target = PositionedWriter(file)
        do throws(ZipError) {
            var writer = ZipWriter()
            for (name, contents) in entries {
                if let contents {
                    try writer.append(name, scratch.source(of: contents))
                } else {
                    try writer.append(name, SecureBytes())
                }
            }
            _ = try writer.finish { offset, bytes in target.write(bytes, at: offset) }
        } catch {
            if target.fault == nil { fault = error }
        }
        if fault == nil { target.flush() }
        if let error = target.fault ?? fault.map({ _ in .inputOutput }) { throw error }
    }
}

/// Writes to places of a file, in large pieces where they follow each other.
private final class PositionedWriter {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    /// The first error.
    private(set) var fault: SystemError?

    private static let capacity = 1 << 20

    /// Writes to a file that stays open meanwhile.
    init(_ file: borrowing OpenFile) {
        descriptor = file.descriptor
        buffer.reserveCapacity(Self.capacity)
    }

    /// Writes bytes now or later; false after an error.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        if offset != start + buffer.count || buffer.count + bytes.count > Self.capacity {
            flush()
            start = offset
        }
        buffer.append(contentsOf: bytes)
        return fault == nil
    }

    func flush() {
        do throws(SystemError) {
            try buffer.span.withUnsafeBytes { (bytes) throws(SystemError) in
                try OpenFile.write(bytes, at: start, of: descriptor)
            }
        } catch {
            fault = fault ?? error
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
