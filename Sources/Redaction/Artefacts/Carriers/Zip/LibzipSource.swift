import CLibZip
import Glibc

/// Memory that libzip reads or writes in place of a file, piece by piece. Whoever makes it known to libzip keeps it until libzip
/// is done.
class LibzipSource {
    /// The place where libzip reads or writes next, counted in bytes from the start.
    final var position = 0

    /// Error of a command that failed, in the numbers of libzip and of the system.
    var failure: (code: Int32, system: Int32) { (ZIP_ER_READ, EIO) }

    /// Commands that are performed, besides those of every source.
    var commands: [zip_source_cmd] { [] }

    /// Does what libzip asks for with `data`, which is the command's own; nil if it fails.
    func perform(_ command: zip_source_cmd, _ data: UnsafeMutableRawBufferPointer) -> Int? { nil }

    /// The source for libzip; nil for lack of memory. libzip frees it with the archive that takes it.
    final func opened() -> OpaquePointer? {
        zip_source_function_create(
            { context, data, count, command in
                guard let context else { return -1 }
                let source = Unmanaged<LibzipSource>.fromOpaque(context).takeUnretainedValue()
                return source.answer(command, UnsafeMutableRawBufferPointer(start: data, count: Int(count)))
            },
            Unmanaged.passUnretained(self).toOpaque(),
            nil
        )
    }

    private func answer(_ command: zip_source_cmd, _ data: UnsafeMutableRawBufferPointer) -> Int64 {
        switch command {
        case ZIP_SOURCE_SUPPORTS:
            // Layers that libzip puts on a source are freed only if it can be.
            let basic = [
                ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_TELL, ZIP_SOURCE_ERROR,
                ZIP_SOURCE_FREE,
            ]
            return (basic + commands).reduce(0) { $0 | 1 << Int64($1.rawValue) }
        case ZIP_SOURCE_ERROR:
            withUnsafeBytes(of: failure) { data.copyMemory(from: $0) }
            return Int64(MemoryLayout.size(ofValue: failure))
        case ZIP_SOURCE_OPEN, ZIP_SOURCE_CLOSE, ZIP_SOURCE_FREE:
            position = 0
            return 0
        case ZIP_SOURCE_TELL:
            return Int64(position)
        default:
            return perform(command, data).map(Int64.init) ?? -1
        }
    }

    /// Moves to the position that a command to seek asks for; nil if it is beyond the `count` bytes.
    final func seek(_ data: UnsafeMutableRawBufferPointer, count: Int) -> Int? {
        guard let arguments = data.baseAddress else { return nil }
        let target = zip_source_seek_compute_offset(UInt64(position), UInt64(count), arguments, UInt64(data.count), nil)
        guard target >= 0 else { return nil }
        position = Int(target)
        return 0
    }

    /// Hands the facts of a source to libzip; nil if there is no room for them.
    final func give(_ facts: zip_stat, to data: UnsafeMutableRawBufferPointer) -> Int? {
        guard data.count >= MemoryLayout<zip_stat>.size else { return nil }
        withUnsafeBytes(of: facts) { data.copyMemory(from: $0) }
        return MemoryLayout<zip_stat>.size
    }
}
