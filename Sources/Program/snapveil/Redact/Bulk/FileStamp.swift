import Glibc

/// What a file system says of a file, by which a change is seen without reading it.
struct FileStamp: Sendable, Equatable {
    /// The number of the file, its length in bytes, and when its content and its entry were changed: seconds and nanoseconds.
    private let numbers: [UInt64]
    /// When the entry was last changed, in seconds since 1970.
    private let changeTime: Int

    /// How long after a change another one may have the same time: clocks of file systems tick slowly, and servers have
    /// their own.
    private static let resolution = 2

    /// The stamp of what `status` is of.
    init(_ status: stat) {
        numbers = [
            UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
            UInt64(bitPattern: Int64(status.st_mtim.tv_sec)), UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
            UInt64(bitPattern: Int64(status.st_ctim.tv_sec)), UInt64(bitPattern: Int64(status.st_ctim.tv_nsec)),
        ]
        changeTime = status.st_ctim.tv_sec
    }

    /// Whether a change that comes now will show.
    var isSettled: Bool { changeTime + Self.resolution < time(nil) }

    /// Adds the stamp to what is hashed.
    func add(to hasher: inout Digest.Hasher) {
        for number in numbers { withUnsafeBytes(of: number.bigEndian) { hasher.add($0) } }
    }
}
