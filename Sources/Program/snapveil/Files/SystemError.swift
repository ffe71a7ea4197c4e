import Glibc
import SecureMemory

struct SystemError: Error, Equatable, CustomStringConvertible {
    /// A value of `errno`.
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }

    static let inputOutput = SystemError(code: EIO)

    var description: String { String(cString: strerror(code)) }

    /// Whether there can be nothing of that name.
    var isAbsence: Bool { code == ENOENT || code == ENAMETOOLONG }

    /// Whether it is the machine or the volume that fails, and not the one file: the next file would meet the same.
    var isOfAllFiles: Bool {
        [ENOSPC, EDQUOT, EROFS, EMFILE, ENFILE, ENOMEM, ESTALE, ENOTCONN, ETIMEDOUT].contains(code)
    }
}

/// An open file, which is closed with this value.
struct OpenFile: ~Copyable, Sendable {
    let descriptor: Int32

    /// Takes the descriptor that a call has returned, or throws its error if that is negative.
    init(_ descriptor: Int32) throws(SystemError) {
        guard descriptor >= 0 else { throw .last }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func status() throws(SystemError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        return status
    }

    /// Calls `body` with the content of the file, piece by piece from the start.
    func read(_ body: (UnsafeRawBufferPointer) throws(SystemError) -> Void) throws(SystemError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = try read(at: offset, into: buffer)
            guard count > 0 else { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
    }

    /// Reads at `offset` into `buffer`; the number of bytes: 0 at the end of the file, and fewer than there is room for
    /// wherever the system likes.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
            guard count < 0 else { return count }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Fills `buffer` with the bytes from `offset` on; an error where the file ends before.
    func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws(SystemError) {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try read(at: offset + done, into: rest)
            guard count > 0 else { throw .inputOutput }
            done += count
        }
    }

    /// At most `count` bytes from `offset` on: fewer at the end of the file, and wherever the system likes.
    func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        var fault: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            do throws(SystemError) {
                initializedCount = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return bytes
    }

    /// The same, in memory that is wiped.
    func beginning(at offset: Int, count: Int) throws -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: count)
        try builder.appendInPlace(minimum: count) { free in
            try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: free[..<count]))
        }
        return builder.finish()
    }

    /// Writes all of `bytes` at the place of the descriptor.
    func write(_ bytes: [UInt8]) throws(SystemError) {
        try bytes.span.withUnsafeBytes { (buffer) throws(SystemError) in try write(buffer) }
    }

    func write(_ bytes: SecureBytes) throws(SystemError) {
        try bytes.withUnsafeBytes { (buffer) throws(SystemError) in try write(buffer) }
    }

    /// Writes all of `bytes` from `offset` on.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        try Self.write(bytes, at: offset, of: descriptor)
    }

    /// Writes all of `bytes` from `offset` on to the file of a descriptor.
    static func write(
        _ bytes: UnsafeRawBufferPointer,
        at offset: Int,
        of descriptor: Int32
    ) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
            guard count >= 0 || errno == EINTR else { throw .last }
            done += max(count, 0)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            guard count >= 0 || errno == EINTR else { throw .last }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// Has what was written leave this machine, where the file is on another one; a disk that is full there shows by that.
    func flush() throws(SystemError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, close(copy) == 0 else { throw .last }
    }

    /// Waits until the content of the file is on the disk.
    func synchronize() throws(SystemError) {
        guard fdatasync(descriptor) == 0 else { throw .last }
    }
}
