import BinaryCoding
import BoundedWork
import Dispatch
import Glibc
import SecureMemory
import Synchronization

/// Takes orders on one thread and does the jobs on another, so that a job can be called off.
final class WorkerLoop<Work: ContainedWork>: Sendable {
    private let work: Work
    private let socket: PacketSocket
    private let board: Board
    private let queue = DispatchQueue(label: "snapveil.job", qos: .userInitiated)
    private let answers = Mailbox()
    private let state = Mutex(State())

    private struct State {
        /// The job that came last, and what calls it off.
        var job: (number: JobNumber, cancellation: Cancellation)?
        /// Results that lie in the region, until the front has no more use for them.
        var lent: [JobNumber: SecureBytes] = [:]
        /// Memory that inputs lie in, until the front says that no more will.
        var blocks: [SharedMemory.ID: SharedMemory] = [:]
    }

    init(_ work: Work, _ socket: PacketSocket, _ board: Board) {
        self.work = work
        self.socket = socket
        self.board = board
    }

    /// Serves until the front has gone, or says what it never does.
    func run() -> Never {
        while let packet = socket.receive() {
            guard let order = try? Order(decoding: packet.content), follow(order, packet) else { break }
        }
        _exit(0)
    }

    private func follow(_ order: Order, _ packet: Packet) -> Bool {
        switch order {
        case .setUp: return false
        case .load(let number, let byteCount):
            guard let material = material(in: packet, byteCount) else { return false }
            queue.async { self.load(material, number) }
        case .job(let number, let content, let place, let grantedByteCount):
            guard let input = input(at: place, packet) else { return false }
            let cancellation = Cancellation()
            state.withLock { $0.job = (number, cancellation) }
            queue.async { self.perform(number, content, input, self.terms(of: number, grantedByteCount, cancellation)) }
        case .cancel(let number):
            let job = state.withLock(\.job)
            if let job, job.number == number { job.cancellation.cancel() }
        case .answer(let isGranted): answers.put(isGranted)
        case .release(let number):
            // Wiped on this thread: to wake the other takes longer than most results, and a job that comes next would wait there.
            let body = state.withLock { $0.lent.removeValue(forKey: number) }
            withExtendedLifetime(body) {}
        case .forget(let block):
            let memory = state.withLock { $0.blocks.removeValue(forKey: block) }
            withExtendedLifetime(memory) {}
        }
        return true
    }

    /// The material that came with a packet; nil if it is not what it should be.
    private func material(in packet: Packet, _ count: Int) -> SecureBytes? {
        guard count > 0 else { return SecureBytes() }
        guard let memory = packet.memory(0, byteCount: count, access: .readOnly) else { return nil }
        return SecureBytes(reading: MemoryLoan(of: memory) { _ in })
    }

    /// The input of a job; nil if it is not where it should be.
    private func input(at place: Order.Place?, _ packet: Packet) -> SecureBytes? {
        guard let place, place.byteCount > 0 else { return SecureBytes() }
        let known = state.withLock { $0.blocks[place.block] }
        guard let memory = known ?? packet.memory(0, byteCount: place.blockByteCount, access: .readOnly),
            place.byteCount <= memory.byteCount
        else { return nil }
        state.withLock { $0.blocks[place.block] = memory }
        return SecureBytes(reading: MemoryLoan(of: memory, range: 0..<place.byteCount) { _ in })
    }

    private func load(_ material: SecureBytes, _ number: MaterialNumber) {
        let verdict = work.load(material, number)
        guard WorkerMain.send(.loaded(number, verdict), on: socket) else { _exit(0) }
    }

    private func terms(of number: JobNumber, _ grantedByteCount: Int, _ cancellation: Cancellation) -> JobTerms {
        JobTerms(
            work: WorkContext(cancellation: cancellation, threads: { [board] in 1 + max(board.idleWorkers, 0) }),
            request: { byteCount in byteCount <= grantedByteCount || self.ask(number, byteCount - grantedByteCount) }
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
        guard let body = handOver(result.body, of: number),
            WorkerMain.send(.done(number, content: result.content, body), on: socket)
        else { _exit(1) }
    }

    private func ask(_ number: JobNumber, _ byteCount: Int) -> Bool {
        guard WorkerMain.send(.question(number, byteCount: byteCount), on: socket) else { _exit(0) }
        return answers.take()
    }

    /// Where the front finds `body`: in a packet if it is short. Nil if there is no memory.
    private func handOver(_ body: SecureBytes, of number: JobNumber) -> Report.Body? {
        guard body.count > PacketSocket.longestPacket / 2 else { return .inline(body) }
        guard let (lent, offset) = try? MemoryRegion.place(body) else { return nil }
        state.withLock { $0.lent[number] = lent }
        return .region(offset: offset, count: lent.count)
    }
}

/// Hands one answer at a time from the thread that takes orders to the one that does the job.
private final class Mailbox: Sendable {
    private let answer = Mutex(false)
    private let semaphore = DispatchSemaphore(value: 0)

    func put(_ isGranted: Bool) {
        answer.withLock { $0 = isGranted }
        semaphore.signal()
    }

    /// Waits for the answer to a question.
    func take() -> Bool {
        semaphore.wait()
        return answer.withLock(\.self)
    }
}
