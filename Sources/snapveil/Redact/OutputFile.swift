import Foundation
import SecureMemory

/// A file that is there whole or not at all.
struct OutputFile {
    /// The path of the file, or `-` for standard output.
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Writes `bytes` beside the file and renames them over it. A device or a pipe, which a rename would take away, is
    /// written to; of a symbolic link it is the file at its end that is replaced, with the permissions that it had.
    ///
    /// - Throws: ``FileError``.
    func write(_ bytes: SecureBytes) throws(FileError) {
        guard path != DestinationOptions.standardStream else { return try write(bytes, to: STDOUT_FILENO) }
        var status = stat()
        guard stat(path, &status) == 0 else { return try replace(path, with: bytes, mode: nil) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError(path: path, errno) }
            defer { close(descriptor) }
            return try write(bytes, to: descriptor)
        }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        try replace(target, with: bytes, mode: status.st_mode & 0o7777)
    }

    private func replace(_ target: String, with bytes: SecureBytes, mode: mode_t?) throws(FileError) {
        let url = URL(fileURLWithPath: target)
        let temporary = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).\(UInt64.random(in: .min ... .max))").path
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
        guard descriptor >= 0 else { throw FileError(path: path, errno) }
        defer { close(descriptor) }
        do throws(FileError) {
            try write(bytes, to: descriptor)
            if let mode, fchmod(descriptor, mode) != 0 { throw FileError(path: path, errno) }
            guard rename(temporary, target) == 0 else { throw FileError(path: path, errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private func write(_ bytes: SecureBytes, to descriptor: Int32) throws(FileError) {
        try bytes.withUnsafeBytes { (buffer) throws(FileError) in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count >= 0 || errno == EINTR else { throw FileError(path: path, errno) }
                rest = rest.dropFirst(max(count, 0))
            }
        }
    }
}
