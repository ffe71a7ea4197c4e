import Glibc
import Synchronization

/// A pipe between processes.
struct Pipe {
    let reading: PipeEnd
    let writing: PipeEnd

    /// Bytes that a pipe of frames holds, where the system allows it.
    private static let capacity: Int32 = 1 << 20
    /// `F_SETPIPE_SZ` of Linux, which Glibc does not show.
    private static let setCapacity: Int32 = 1031

    /// - Parameter loses: Whether what there is no room for is lost, instead of keeping the writer waiting.
    init(isOfFrames: Bool = false, loses: Bool = false) throws(TranscodingError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(errno) }
        reading = PipeEnd(ends[0])
        writing = PipeEnd(ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        if isOfFrames { _ = fcntl(writing.number, Self.setCapacity, Self.capacity) }
        if loses { _ = fcntl(writing.number, F_SETFL, O_NONBLOCK) }
    }
}

/// An end of a pipe, which is closed when the last reference to it goes.
final class PipeEnd: Sendable {
    let number: Int32
    private let isOpen = Atomic(true)

    init(_ number: Int32) {
        self.number = number
    }

    deinit { close() }

    /// Closes it, unless it is closed.
    func close() {
        if isOpen.exchange(false, ordering: .relaxed) { Glibc.close(number) }
    }
}
