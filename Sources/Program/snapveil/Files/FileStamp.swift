import Glibc

/// The status of a file, which shows a change without reading it.
struct FileStamp: Sendable, Equatable {
    /// The number of the file, its length in bytes, and the times of change of its content and its entry: seconds and
    /// nanoseconds.
    let numbers: [UInt64]
    /// The time of the last change of the entry, in seconds since 1970.
    private let changeTime: Int

    /// The time after a change in which another one may have the same time: clocks of file systems tick slowly, and servers
    /// have their own.
    private static let resolution = 2

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
}
