import Foundation
import Glibc
import Polling
import Synchronization
import Testing

@Suite("What is polled tells its readiness as often as it was asked to")
struct PolledDescriptorTests {
    @Test("readiness is told once for each time that it was asked for")
    func once() throws {
        let (near, far) = try pair()
        let log = ReadinessLog()
        let polled = try #require(PolledDescriptor(near) { log.append($0) })
        #expect(write(far, "a", 1) == 1)
        #expect(log.entries(after: .milliseconds(50)) == [])
        for round in 1...3 {
            polled.arm(.readable)
            // The byte is not read: it would be told again and again.
            #expect(log.entries(awaiting: round) == Array(repeating: .readable, count: round))
        }
        #expect(log.entries(after: .milliseconds(50)).count == 3)
        polled.arm([.readable, .writable])
        #expect(log.entries(awaiting: 4).last == [.readable, .writable])
        polled.remove()
        close(near)
        close(far)
    }

    @Test(
        "a broken connection is told as readable and writable, whatever was asked for",
        arguments: [Readiness.readable, .writable]
    )
    func brokenConnections(interest: Readiness) throws {
        let (near, far) = try pair()
        let log = ReadinessLog()
        let polled = try #require(PolledDescriptor(near) { log.append($0) })
        while send(near, "a", 1, Int32(MSG_DONTWAIT)) == 1 {}
        polled.arm(interest)
        close(far)
        #expect(log.entries(awaiting: 1) == [[.readable, .writable]])
        polled.remove()
        close(near)
    }

    @Test("whoever was taken back hears nothing of the file that gets its number")
    func numbersThatAreGivenAgain() throws {
        let log = ReadinessLog()
        for _ in 0..<2000 {
            let (near, far) = try pair()
            let polled = try #require(PolledDescriptor(near) { _ in log.append([]) })
            polled.remove()
            let next = try #require(PolledDescriptor(near) { log.append($0) })
            next.arm(.readable)
            close(far)
            next.remove()
            close(near)
        }
        #expect(!log.entries(after: .milliseconds(50)).contains([]))
    }

    @Test("thousands that are hung up while others come and go are each told once, and let go")
    func hangUps() throws {
        let told = Counter()
        let guests = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                guard let (near, far) = try? pair() else { return }
                let semaphore = DispatchSemaphore(value: 0)
                let polled = PolledDescriptor(near) { [guest = Guest(of: guests)] _ in
                    withExtendedLifetime(guest) { _ = told.value.add(1, ordering: .relaxed) }
                    semaphore.signal()
                }
                polled?.arm(.readable)
                close(far)
                semaphore.wait()
                polled?.remove()
                close(near)
            }
        }
        #expect(told.value.load(ordering: .relaxed) == 4000)
        // The poller may be about to let the last one go.
        let deadline = ContinuousClock.now + .seconds(10)
        while guests.value.load(ordering: .relaxed) > 0, .now < deadline { usleep(1000) }
        #expect(guests.value.load(ordering: .relaxed) == 0)
    }
}

/// Both ends of a connection.
private func pair() throws -> (near: Int32, far: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    return (ends[0], ends[1])
}

/// Something of which it is known how many there are.
private final class Guest: Sendable {
    private let count: Counter

    init(of count: Counter) {
        self.count = count
        count.value.add(1, ordering: .relaxed)
    }

    deinit { count.value.subtract(1, ordering: .relaxed) }
}

private final class Counter: Sendable {
    let value = Atomic(0)
}

/// What was told, in order.
private final class ReadinessLog: Sendable {
    private let log = Mutex<[Readiness]>([])

    func append(_ readiness: Readiness) {
        log.withLock { $0.append(readiness) }
    }

    /// What was told, as soon as it is `count` things, which has to be soon.
    func entries(awaiting count: Int) -> [Readiness] {
        let deadline = ContinuousClock.now + .seconds(10)
        while log.withLock(\.count) < count, .now < deadline { usleep(1000) }
        return log.withLock(\.self)
    }

    /// What was told by the end of `pause`.
    func entries(after pause: Duration) -> [Readiness] {
        Thread.sleep(forTimeInterval: pause / .seconds(1))
        return log.withLock(\.self)
    }
}
