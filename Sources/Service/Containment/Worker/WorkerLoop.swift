import BinaryCoding
import BoundedWork
import Foundation
import Glibc
import SecureMemory
import Synchronization

/// Loop that follows orders on the calling thread, and takes notices on another. The thread that reads an order does the job, so
/// that nothing has to be woken for it.
final class WorkerLoop<Work: ContainedWork>: Sendable {
    private let work: Work
    private let orders: PacketSocket
    private let notices: PacketSocket
    private let board: Board
    private let state = Mutex(State())

    private struct State {
        var job: (number: JobNumber, cancellation: Cancellation)?
        /// The job that was called off last, maybe before it came.
        var calledOff: JobNumber = 0
        /// Results that lie in the region, until the front is done with them.
        var lent: [JobNumber: SecureBytes] = [:]
        /// Memory that inputs lie in, until the front says that no more will.
        var blocks: [SharedMemory.ID: SharedMemory] = [:]
    }

    init(_ work: Work, _ orders: PacketSocket, _ notices: PacketSocket, _ board: Board) {
        self.work = work
        self.orders = orders
        self.notices = notices
        self.board = board
    }

    /// Serves until the front has gone, or breaks the protocol.
    func run() -> Never {
        Thread.detachNewThread { self.takeNotices() }
        while let packet = orders.receive() {
            guard let order = try? Order(decoding: packet.content), follow(order, packet) else { break }
        }
        _exit(0)
    }

    private func follow(_ order: Order, _ packet: Packet) -> Bool {
        switch order {
        case .load(let number, let byteCount):
            guard let material = material(in: packet, byteCount) else { return false }
            return send(.loaded(number, work.load(material, number)))
        case .job(let number, let content, let place, let streamCount, let grantedByteCount, let released):
            guard let streams = streams(behind: place, packet, streamCount), let input = input(at: place, packet)
            else { return false }
            withExtendedLifetime(streams) {
                perform(number, content, input, terms(of: number, streams.map(\.number), grantedByteCount))
            }
            // This late: to wipe them takes longer than many jobs.
            release(released)
            return true
        case .setUp, .become, .answer: return false
        }
    }

    private func send(_ report: Report) -> Bool { WorkerMain.send(report, on: orders) }

    // MARK: - Notices

    private func takeNotices() {
        while let packet = notices.receive(), let notice = try? Notice(decoding: packet.content) {
            switch notice {
            case .cancel(let number): callOff(number)
            case .release(let numbers): release(numbers)
            case .forget(let block):
                let memory = state.withLock { $0.blocks.removeValue(forKey: block) }
                withExtendedLifetime(memory) {}
            }
        }
        _exit(0)
    }

    private func callOff(_ number: JobNumber) {
        let job = state.withLock { state in
            state.calledOff = number
            return state.job
        }
        if let job, job.number == number { job.cancellation.cancel() }
    }

    private func release(_ numbers: [JobNumber]) {
        for number in numbers {
            let body = state.withLock { $0.lent.removeValue(forKey: number) }
            withExtendedLifetime(body) {}
        }
    }

    // MARK: - Jobs

    /// The material that came with a packet; nil if it is faulty.
    private func material(in packet: Packet, _ count: Int) -> SecureBytes? {
        guard count > 0 else { return SecureBytes() }
        guard let memory = packet.memory(0, byteCount: count, access: .readOnly) else { return nil }
        return SecureBytes(reading: MemoryLoan(of: memory) { _ in })
    }

    /// The input of a job; nil if it is not in its place.
    private func input(at place: Order.Place?, _ packet: Packet) -> SecureBytes? {
        guard let place else { return SecureBytes() }
        let known = state.withLock { $0.blocks[place.block] }
        guard let memory = known ?? packet.memory(0, byteCount: place.blockByteCount, access: .readOnly),
            place.byteCount <= memory.byteCount
        else { return nil }
        state.withLock { $0.blocks[place.block] = memory }
        guard place.byteCount > 0 else { return SecureBytes() }
        return SecureBytes(reading: MemoryLoan(of: memory, range: 0..<place.byteCount) { _ in })
    }

    /// The streams of a job, behind the input if that is new; nil if the packet has fewer or more descriptors.
    private func streams(behind place: Order.Place?, _ packet: Packet, _ count: Int) -> [Descriptor]? {
        let isNew = place.map { place in state.withLock { $0.blocks[place.block] == nil } } ?? false
        let others = isNew ? 1 : 0
        guard count >= 0, packet.descriptors.count == others + count else { return nil }
        return Array(packet.descriptors.dropFirst(others))
    }

    private func terms(of number: JobNumber, _ streams: [Int32], _ grantedByteCount: Int) -> JobTerms {
        let cancellation = Cancellation()
        let isCalledOff = state.withLock { state in
            state.job = (number, cancellation)
            return state.calledOff == number
        }
        if isCalledOff { cancellation.cancel() }
        return JobTerms(
            work: WorkContext(cancellation: cancellation, threads: { [board] in 1 + max(board.idleThreads, 0) }),
            streams: streams,
            request: { byteCount in byteCount <= grantedByteCount || self.ask(number, byteCount) }
        )
    }

    private func perform(
        _ number: JobNumber,
        _ content: SecureBytes,
        _ input: SecureBytes,
        _ terms: JobTerms
    ) {
        let result = work.perform(content, input, terms)
        StackRemains.wipe()
        StackRemains.wipeSignalStack()
        guard let body = handOver(result.body, of: number),
            send(.done(number, content: result.content, body))
        else { _exit(1) }
    }

    /// Asks the front for `byteCount` bytes in all, and waits for its answer.
    private func ask(_ number: JobNumber, _ byteCount: Int) -> Bool {
        guard send(.question(number, byteCount: byteCount)), let packet = orders.receive(),
            case .answer(let isGranted)? = try? Order(decoding: packet.content)
        else { _exit(0) }
        return isGranted
    }

    /// The place of `body` for the front: in a packet if it is short. Nil if there is no memory.
    private func handOver(_ body: SecureBytes, of number: JobNumber) -> Report.Body? {
        guard body.count > PacketSocket.longestPacket / 2 else { return .inline(body) }
        guard let (lent, offset) = try? MemoryRegion.place(body) else { return nil }
        state.withLock { $0.lent[number] = lent }
        return .region(offset: offset, count: lent.count)
    }
}
