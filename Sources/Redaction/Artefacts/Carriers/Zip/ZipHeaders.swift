import BoundedWork
import CLibZip
import ImageCore
import SecureMemory

/// An archive as libzip gets it: its headers with a plain end, and zeros for contents where it reads a piece of everything.
///
/// libzip copies what it reads, and wipes nothing.
final class ZipHeaders: LibzipSource {
    private let file: SecureBytes
    private let directory: Range<Int>
    private let end: [UInt8]
    private let cancellation: Cancellation

    /// End of what can be contents.
    var contentsEnd: Int { directory.lowerBound }

    /// Position of the piece that was read last.
    private(set) var lastPosition = 0

    init(_ file: SecureBytes, _ directory: ZipDirectory, _ cancellation: Cancellation) {
        self.file = file
        self.directory = directory.place
        self.end = directory.plainEnd
        self.cancellation = cancellation
    }

    override var commands: [zip_source_cmd] { [ZIP_SOURCE_SEEK] }

    override func perform(_ command: zip_source_cmd, _ data: UnsafeMutableRawBufferPointer) -> Int? {
        switch command {
        case ZIP_SOURCE_STAT:
            var facts = zip_stat()
            facts.valid = UInt64(ZIP_STAT_SIZE)
            facts.size = UInt64(count)
            return give(facts, to: data)
        case ZIP_SOURCE_SEEK: return seek(data, count: count)
        case ZIP_SOURCE_READ:
            guard !cancellation.isCancelled else { return nil }
            lastPosition = position
            let copied = copy(to: data)
            position += copied
            return copied
        default: return nil
        }
    }

    private var count: Int { directory.upperBound + end.count }

    /// Copies some bytes from the position on; 0 at the end.
    private func copy(to target: UnsafeMutableRawBufferPointer) -> Int {
        guard position < directory.upperBound else {
            let rest = end.dropFirst(position - directory.upperBound).prefix(target.count)
            target.copyBytes(from: rest)
            return rest.count
        }
        let isContents = position < directory.lowerBound
        let limit = isContents ? directory.lowerBound : directory.upperBound
        let copied = min(target.count, limit - position)
        if isContents && position + target.count > limit {
            UnsafeMutableRawBufferPointer(rebasing: target[..<copied]).initializeMemory(as: UInt8.self, repeating: 0)
        } else {
            file[position..<position + copied].withUnsafeBytes { target.copyMemory(from: $0) }
            if isContents, copied == Self.localByteCount { Self.passOverSize(of: target) }
        }
        return copied
    }

    /// Bytes of a local header up to the name.
    static let localByteCount = 30

    /// Removes the size from a local header whose sizes follow the contents. macOS states one of them before, too, which libzip
    /// takes for a contradiction.
    private static func passOverSize(of header: UnsafeMutableRawBufferPointer) {
        let bytes = UnsafeRawBufferPointer(header)
        let (flags, packedByteCount) = (bytes.littleEndian(UInt16.self, at: 6), bytes.littleEndian(UInt32.self, at: 18))
        if flags & 8 != 0, packedByteCount == 0 { header.storeBytes(of: 0, toByteOffset: 22, as: UInt32.self) }
    }
}
