import BoundedWork
import Foundation
import Glibc
import SecureMemory
import Testing

@testable import Containment

@Suite("Descriptors that come with a job")
struct JobStreamTests {
    private let blocks = SharedBlockPool(byteLimit: 1 << 20) { _, _ in }

    private static let setup = WorkerSetup(
        content: SecureBytes(),
        regionByteLimit: 1 << 20,
        otherByteCount: 1 << 28,
        idleByteCount: 0
    )

    private func worker() throws -> ContainedWorker {
        let supply = try WorkerSupply(launcher: ProgramRun.launcher.get(), setup: Self.setup, board: Board())
        return try #require(try supply.workers(1).workers.first)
    }

    private func job(_ streams: [Int32], inputByteCount: Int?) throws -> ContainedWorker.Job {
        ContainedWorker.Job(
            content: SecureBytes(),
            input: try inputByteCount.flatMap(input),
            streams: streams,
            material: nil,
            timeLimit: .seconds(20),
            cancellation: Cancellation(),
            memoryLimit: 0,
            grantedByteCount: 0,
            request: { _ in false }
        )
    }

    private func input(_ byteCount: Int) throws -> SharedInput? {
        var builder = try SecureBytesBuilder(capacity: 4096, in: blocks.source(preferring: 0))
        try builder.append(SecureBytes(copying: Array(repeating: 7, count: byteCount)))
        return SharedInput(builder.finish(), in: blocks, for: 0)
    }

    private func text(_ worker: ContainedWorker, _ job: ContainedWorker.Job) throws -> String {
        try worker.perform(job).content.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test("they are the worker's during the job, with an input that it knows, that is new, and without one")
    func copied() throws {
        let worker = try worker()
        let (input, output) = (Pipe(), Pipe())
        let streams = [input.fileHandleForReading.fileDescriptor, output.fileHandleForWriting.fileDescriptor]
        for byteCount in [nil, 5, 5, nil, 0, 0, 9] {
            try input.fileHandleForWriting.write(contentsOf: Data("text".utf8))
            let copied = try text(worker, job(streams, inputByteCount: byteCount))
            #expect(copied == "4 bytes, \(byteCount ?? 0) bytes of input")
            #expect(output.fileHandleForReading.availableData == Data("text".utf8))
            let none = try text(worker, job([], inputByteCount: byteCount))
            #expect(none == "0 streams, \(byteCount ?? 0) bytes of input")
        }
    }

    @Test("the worker closes them after the job, and this process keeps them")
    func closed() throws {
        let worker = try worker()
        let output = Pipe()
        let stream = output.fileHandleForWriting.fileDescriptor
        #expect(try text(worker, job([stream], inputByteCount: nil)) == "1 streams, 0 bytes of input")
        #expect(try text(worker, job([stream], inputByteCount: nil)) == "1 streams, 0 bytes of input")
        try output.fileHandleForWriting.close()
        #expect(try output.fileHandleForReading.readToEnd() == nil)
    }

    @Test(
        "a worker ends that gets fewer or more of them than its order says",
        arguments: [(2, 1), (0, 1), (1, 2), (1, 0)]
    )
    func mismatch(told: Int, sent: Int) throws {
        let process = try WorkerProcess(ProgramRun.launcher.get(), Self.setup, Board())
        _ = try process.awaitReady()
        let order = Order.job(
            1,
            content: SecureBytes(),
            input: nil,
            streamCount: told,
            grantedByteCount: 0,
            released: []
        )
        #expect(process.send(order, passing: Array(repeating: 0, count: sent)))
        guard case .end = process.answer(or: nil, until: .now + .seconds(20)) else {
            Issue.record("the worker did the job")
            return
        }
    }
}
