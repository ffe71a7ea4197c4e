import BinaryCoding
import BoundedWork
import CContainment
import Glibc
import SecureMemory

/// The life of a worker: it is set up, locks itself, and does jobs until its front has gone. Or it locks itself and becomes a program.
public enum WorkerMain {
    /// Runs a worker on the main thread of a process that a ``Launcher`` has started.
    public static func run<Work: ContainedWork>(_ work: Work.Type) -> Never {
        let socket = PacketSocket(adopting: CONTAINMENT_WORKER_SOCKET)
        guard let packet = socket.receive(), let order = try? Order(decoding: packet.content) else { _exit(1) }
        switch order {
        case .setUp(let setup): run(work, setup, packet, socket)
        case .become(let terms): ProgramMain.run(terms, packet, socket)
        case .load, .job, .answer: _exit(1)
        }
    }

    private static func run<Work: ContainedWork>(
        _ work: Work.Type,
        _ setup: WorkerSetup,
        _ packet: Packet,
        _ socket: PacketSocket
    ) -> Never {
        guard let (board, notices) = takeMemory(of: setup, packet) else { _exit(1) }
        let idleByteCountOfHeap = min(setup.idleByteCount / 10, 16 << 20)
        containment_use_two_heaps(idleByteCountOfHeap)
        IdleMemory.byteLimit = setup.idleByteCount - 2 * idleByteCountOfHeap
        let worker: Work
        do {
            worker = try Work(setup: setup.content)
        } catch {
            end(.refused("\(error)"), socket)
        }
        let terms = terms(of: setup, worker)
        if let reason = lackOfDescriptors(for: terms) { end(.failed(reason), socket) }
        let locks = WorkerLock.apply(terms)
        do {
            try ProcessorTime.endProcessWhenSpent()
        } catch {
            end(.failed("\(error)"), socket)
        }
        worker.warmUp()
        guard send(.ready(locks), on: socket) else { _exit(1) }
        WorkerLoop(worker, socket, notices, board).run()
    }

    private static func takeMemory(of setup: WorkerSetup, _ packet: Packet) -> (Board, PacketSocket)? {
        guard packet.descriptors.count == 3,
            let region = packet.memory(0, byteCount: setup.regionByteCount, access: .readWrite),
            let board = packet.memory(1, byteCount: Board.byteCount, access: .readOnly),
            MemoryRegion.install(region, byteLimit: setup.regionByteLimit)
        else { return nil }
        return (Board(board), PacketSocket(adopting: packet.descriptors[2].surrender()))
    }

    private static func end(_ report: Report, _ socket: PacketSocket) -> Never {
        _ = send(report, on: socket)
        _exit(1)
    }

    private static func lackOfDescriptors(for terms: WorkerLock.Terms) -> String? {
        let fileCount = terms.files.count
        let needed = fileCount + ProcessState.highestDescriptor + 1 + terms.spareDescriptors
        let limit = ResourceLimit.descriptors.maximum
        guard limit < needed else { return nil }
        return
            "a worker holds \(fileCount) fonts open, and only \(limit) open files are allowed: raise the limit of open files "
            + "(ulimit -n, LimitNOFILE) to \(needed)"
    }

    private static func terms(of setup: WorkerSetup, _ worker: some ContainedWork) -> WorkerLock.Terms {
        WorkerLock.Terms(
            files: worker.lateFiles,
            addressSpace: ProcessState.mappedByteCount + setup.otherByteCount,
            probeBytes: setup.otherByteCount / 4,
            leavingOut: setup.allowsInspection ? [.hiddenMemory] : []
        )
    }

    static func send(_ report: Report, on socket: PacketSocket) -> Bool {
        guard let content = try? report.encoded() else { return false }
        return socket.sendWaiting(content)
    }
}

extension Packet {
    /// The memory that came with the packet as the descriptor at `index`; nil if it is faulty. To be called once for each.
    func memory(_ index: Int, byteCount: Int, access: SharedMemory.Access) -> SharedMemory? {
        guard descriptors.indices.contains(index) else { return nil }
        return try? SharedMemory(adopting: descriptors[index].surrender(), byteCount: byteCount, access: access)
    }
}
