import BoundedWork
import Foundation
import Glibc
import SecureMemory
import Synchronization

/// A pipe into a file, for a worker, which may write to no file.
///
/// ```swift
/// let pipe = try PipedFile(into: file.descriptor)
/// try perform(job, streams: [pipe.descriptor])
/// try pipe.finish()
/// ```
final class PipedFile: Sendable {
    private let file: Int32
    private let reading: OpenFile
    private let writing: OpenFile
    /// Tells the copying thread that nobody writes any more.
    private let stop: OpenFile
    private let stopped: OpenFile
    private let memory: WipedAllocation
    private let failure = Mutex<SystemError?>(nil)
    /// Upper bound on the bytes that are taken.
    private let limit: Int
    private let count = Atomic(0)
    private let isDone = DispatchSemaphore(value: 0)

    private static let pieceByteCount = 1 << 18
    /// `F_GETPIPE_SZ` of Linux, which Glibc does not show.
    private static let getCapacity: Int32 = 1032

    /// Begins to copy to a descriptor, which stays open until ``finish()`` returns.
    ///
    /// - Parameter limit: Upper bound on the bytes; more are a failure.
    init(into file: Int32, atMost limit: Int = .max) throws(SystemError) {
        (self.file, self.limit) = (file, limit)
        let (data, end) = (try Self.ends(), try Self.ends())
        reading = try OpenFile(data.reading)
        writing = try OpenFile(data.writing)
        stopped = try OpenFile(end.reading)
        stop = try OpenFile(end.writing)
        memory = try mapError(WipedAllocation(byteCount: Self.pieceByteCount)) { (_: OutOfMemory) in
            SystemError(code: ENOMEM)
        }
        guard fcntl(reading.descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw .last }
        // It waits for the worker, as no thread of a pool may.
        Thread.detachNewThread { [self] in
            copy()
            isDone.signal()
        }
    }

    private static func ends() throws(SystemError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// The end to write to.
    var descriptor: Int32 { writing.descriptor }

    /// Waits until all that was written is in the file. The writer may hold on to its end: what it writes later is lost.
    ///
    /// - Returns: The number of bytes.
    @discardableResult
    func finish() throws(SystemError) -> Int {
        _ = [UInt8(0)].withUnsafeBytes { write(stop.descriptor, $0.baseAddress, 1) }
        isDone.wait()
        if let failure = failure.withLock(\.self) { throw failure }
        return count.load(ordering: .relaxed)
    }

    private func copy() {
        let buffer = UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: memory.byteCount)
        var mayEnd = false
        // What the pipe holds once the writer is done, which may go on all the same.
        var rest = Int(max(fcntl(reading.descriptor, Self.getCapacity), 1 << 16))
        while rest > 0 {
            mayEnd = mayEnd || isStopped
            let count = read(reading.descriptor, buffer.baseAddress, buffer.count)
            switch count {
            case 1...:
                if mayEnd { rest -= count }
                append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case 0: return
            default:
                guard errno == EAGAIN || errno == EINTR else { return fail(.last) }
                if mayEnd, errno == EAGAIN { return }
                mayEnd = waitForMore() || mayEnd
            }
        }
    }

    /// Whether nobody is to write any more.
    private var isStopped: Bool {
        var end = pollfd(fd: stopped.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&end, 1, 0) > 0
    }

    /// Waits for bytes, or for the end; whether it has come.
    private func waitForMore() -> Bool {
        var ends = [
            pollfd(fd: reading.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopped.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&ends, 2, -1)
        return ends[1].revents != 0
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        // The rest is read all the same, so that the writer does not wait for ever.
        guard failure.withLock({ $0 == nil }) else { return }
        guard count.add(bytes.count, ordering: .relaxed).newValue <= limit else {
            return fail(SystemError(code: EFBIG))
        }
        var rest = bytes
        while !rest.isEmpty {
            let count = write(file, rest.baseAddress, rest.count)
            guard count >= 0 || errno == EINTR else { return fail(.last) }
            rest = UnsafeRawBufferPointer(rebasing: rest[max(count, 0)...])
        }
    }

    private func fail(_ error: SystemError) {
        failure.withLock { $0 = $0 ?? error }
    }
}
