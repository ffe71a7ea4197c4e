import CEpoll
import Foundation
import Glibc
import Synchronization

/// Tells when descriptors can be read or written: one thread that waits for all of them by epoll(7).
///
/// Sources of Dispatch are not used for this. On Linux a descriptor that was hung up leaves their lists on another thread
/// than the one that walks these (swift-corelibs-libdispatch, issue 949), so that a client who resets connections could end
/// the process.
///
/// The kernel keeps a number for a descriptor that is never given again, not an address: a report on a descriptor that was taken
/// back meanwhile is dropped, even if another file has its number by then.
public final class Poller: Sendable {
    /// The poller of the process, started when it is first asked for. It is never ended.
    public static let shared = Poller()

    private let epoll: Int32
    private let table = Mutex(Table())

    private struct Table {
        var lastKey: UInt64 = 0
        var actions: [UInt64: @Sendable (Readiness) -> Void] = [:]
    }

    /// Events of one call.
    private static let batch = 64

    private init() {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { fatalError("descriptors cannot be waited for: \(String(cString: strerror(errno)))") }
        let thread = Thread { [self] in run() }
        thread.name = "snapveil.poller"
        thread.stackSize = 256 << 10
        thread.start()
    }

    // MARK: - For one descriptor

    /// Takes a descriptor in, of which nothing is reported until it is armed; nil if the kernel has no room for another.
    func insert(_ descriptor: Int32, _ action: @escaping @Sendable (Readiness) -> Void) -> UInt64? {
        let key = table.withLock { table in
            table.lastKey += 1
            table.actions[table.lastKey] = action
            return table.lastKey
        }
        if control(EPOLL_CTL_ADD, descriptor, key, []) { return key }
        table.withLock { _ = $0.actions.removeValue(forKey: key) }
        return nil
    }

    /// Has the next readiness among `interest` reported, once.
    func arm(_ descriptor: Int32, _ key: UInt64, _ interest: Readiness) {
        _ = control(EPOLL_CTL_MOD, descriptor, key, interest)
    }

    /// Takes a descriptor back. An action that runs already may still be running.
    func remove(_ descriptor: Int32, _ key: UInt64) {
        _ = control(EPOLL_CTL_DEL, descriptor, key, [])
        // The action goes when the lock is free: it may be the last to hold something.
        _ = table.withLock { $0.actions.removeValue(forKey: key) }
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ key: UInt64, _ interest: Readiness) -> Bool {
        var event = epoll_event(events: interest.flags | EPOLLONESHOT.rawValue, data: epoll_data_t(u64: key))
        return epoll_ctl(epoll, operation, descriptor, &event) == 0
    }

    // MARK: - The thread

    private func run() {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.batch) { events in
            while true {
                // -1 where a signal came between; nothing else can go wrong with these arguments.
                let count = epoll_wait(epoll, events.baseAddress, Int32(events.count), -1)
                for event in events.prefix(max(Int(count), 0)) { report(event) }
            }
        }
    }

    private func report(_ event: epoll_event) {
        let action = table.withLock { $0.actions[event.data.u64] }
        action?(Readiness(flags: event.events))
    }
}

/// Operations on a descriptor that do not have to wait. A hint: the call may still find nothing.
public struct Readiness: OptionSet, Hashable, Sendable {
    /// The bits of the ready operations.
    public let rawValue: UInt8

    /// Readiness of the bits that ``rawValue`` gives.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// There are bytes, or the end, or an error, to be read.
    public static let readable = Readiness(rawValue: 1 << 0)

    /// There is room to write, or an error that writing reports.
    public static let writable = Readiness(rawValue: 1 << 1)

    fileprivate init(flags: UInt32) {
        let broken = EPOLLERR.rawValue | EPOLLHUP.rawValue
        self = []
        if flags & (EPOLLIN.rawValue | broken) != 0 { insert(.readable) }
        if flags & (EPOLLOUT.rawValue | broken) != 0 { insert(.writable) }
    }

    fileprivate var flags: UInt32 {
        (contains(.readable) ? EPOLLIN.rawValue : 0) | (contains(.writable) ? EPOLLOUT.rawValue : 0)
    }
}

/// A descriptor whose readiness is reported whenever that was asked for.
public final class PolledDescriptor: Sendable {
    /// The descriptor, which its giver closes, after ``remove()``.
    public let descriptor: Int32
    private let poller: Poller
    private let key: UInt64

    /// Reports nothing until ``arm(_:)``.
    ///
    /// - Parameters:
    ///   - descriptor: Open, and of a kind that can be polled: a socket, a pipe, a process; not a regular file.
    ///   - poller: The poller that waits for it.
    ///   - action: Called on the poller's thread, so to be done at once; held until ``remove()``.
    /// - Returns: Nil if the kernel has no room for another.
    public init?(_ descriptor: Int32, by poller: Poller = .shared, _ action: @escaping @Sendable (Readiness) -> Void) {
        guard let key = poller.insert(descriptor, action) else { return nil }
        self.descriptor = descriptor
        self.poller = poller
        self.key = key
    }

    /// Has the first ready operation of `interest` reported, once; an earlier interest that was not reported is replaced. A
    /// broken connection is always reported.
    public func arm(_ interest: Readiness) {
        poller.arm(descriptor, key, interest)
    }

    /// Ends it: the action is released, and not called from now on unless it runs already. To be called once.
    public func remove() {
        poller.remove(descriptor, key)
    }
}
