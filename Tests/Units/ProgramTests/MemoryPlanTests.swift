import HTTPServer
import SnapveilService
import Testing

@testable import snapveil

@Suite("How the memory of a server is shared out")
struct MemoryPlanTests {
    /// What a server takes by default, of so much memory and so many processors.
    private static func settings(_ plan: MemoryPlan, processors: Int) throws -> (
        SnapveilService.Configuration, idle: Int
    ) {
        var settings = SnapveilService.Configuration(workers: 1)
        settings.server.maximumBodyBytes = plan.maximumBodyBytes
        settings.server.maximumConnections = plan.maximumConnections
        settings.workers = plan.workers(for: settings, processors: processors)
        let shares = try plan.shared(settings)
        settings.maximumWorkBytes = shares.work
        settings.server.maximumBytesInFlight = shares.bodies
        settings.server.maximumReplyBytes = shares.replies
        return (settings, shares.idle)
    }

    @Test(
        "by default nothing may take more than there is, and the longest body and its reply fit",
        arguments: [1, 2, 64]
    )
    func defaults(_ processors: Int) throws {
        for mebibytes in Array(79...300) + stride(from: 301, to: 40_000, by: 97) {
            let plan = MemoryPlan(byteCount: mebibytes << 20)
            let (settings, idle) = try Self.settings(plan, processors: processors)
            try plan.check(settings, idleBytes: idle)
            let server = settings.server
            // One address has seven eighths.
            #expect(server.maximumBytesInFlight * 7 / 8 >= server.maximumBodyBytes, "\(mebibytes)")
            #expect(server.maximumReplyBytes * 7 / 8 >= server.maximumBodyBytes * 4 / 3, "\(mebibytes)")
            #expect(settings.maximumWorkBytes >= 12 << 20 && idle > 0, "\(mebibytes)")
        }
    }

    @Test("a machine with enough of it keeps to what a server takes at the most")
    func plenty() throws {
        let (settings, idle) = try Self.settings(MemoryPlan(byteCount: 64 << 30), processors: 4)
        let most = SnapveilService.Configuration(workers: 4)
        #expect(settings.workers == 4)
        #expect(settings.server == most.server)
        #expect(settings.maximumWorkBytes == 4 * most.maximumWorkBytes)
        #expect(idle == 4 * 160 << 20)
    }

    @Test("too little is told with what would do, and that does")
    func tooLittle() throws {
        let error = #expect(throws: InvalidSetting.self) {
            try Self.settings(MemoryPlan(byteCount: 40 << 20), processors: 1)
        }
        let number = error?.message.split(separator: " ").last.flatMap { Int($0) }
        #expect(error?.message.hasPrefix("there are 41943040 bytes of memory, and a server with 1 worker, ") == true)
        _ = try Self.settings(MemoryPlan(byteCount: number ?? 0), processors: 1)
    }

    @Test("models take memory in every worker, and are left out where there would be none to look with")
    func models() throws {
        func canLook(_ mebibytes: Int) -> Bool {
            let plan = MemoryPlan(byteCount: mebibytes << 20)
            var settings = SnapveilService.Configuration(workers: 1)
            settings.server.maximumBodyBytes = plan.maximumBodyBytes
            settings.server.maximumConnections = plan.maximumConnections
            return plan.canLook(settings)
        }
        let least = try #require((80...4096).first(where: canLook))
        #expect((600...1200).contains(least), "\(least)")
        #expect((least...8192).allSatisfy(canLook))
        let plan = MemoryPlan(byteCount: least << 20)
        var (settings, idle) = try Self.settings(plan, processors: 8)
        let without = settings.workers
        settings.models = "/models"
        #expect(plan.workers(for: settings, processors: 8) < without)
        settings.workers = plan.workers(for: settings, processors: 8)
        let shares = try plan.shared(settings)
        settings.maximumWorkBytes = shares.work
        settings.server.maximumBytesInFlight = shares.bodies
        settings.server.maximumReplyBytes = shares.replies
        idle = shares.idle
        try plan.check(settings, idleBytes: idle)
        settings.workers += 8
        #expect(throws: InvalidSetting.self) { try plan.check(settings, idleBytes: idle) }
    }

    @Test("with models there is a worker more, unless no look would fit then")
    func workerThatNeverLooks() throws {
        for mebibytes in stride(from: 600, through: 8192, by: 8) {
            let plan = MemoryPlan(byteCount: mebibytes << 20)
            var (settings, _) = try Self.settings(plan, processors: 2)
            settings.models = "/models"
            settings.workers = plan.workers(for: settings, processors: 2)
            #expect((1...3).contains(settings.workers))
            #expect(settings.workers == 3 || mebibytes < 2048, "\(mebibytes)")
            guard settings.workers == 3 else { continue }
            let look = SnapveilService.Configuration.workBytesOfLooking + 32_000_000
            #expect(try plan.shared(settings).work >= look, "\(mebibytes)")
        }
    }

    @Test("what is set by hand leaves less to be kept for later requests")
    func idle() throws {
        let plan = MemoryPlan(byteCount: 2 << 30)
        var (settings, idle) = try Self.settings(plan, processors: 2)
        settings.maximumWorkBytes = 1100 << 20
        #expect(throws: InvalidSetting.self) { try plan.check(settings, idleBytes: idle) }
        let left = plan.idleBytesLeft(by: settings)
        #expect(left < idle)
        try plan.check(settings, idleBytes: left)
        #expect(throws: InvalidSetting.self) { try plan.check(settings, idleBytes: left + 8) }
    }

    @Test("what is set beyond that is named")
    func beyond() throws {
        let plan = MemoryPlan(byteCount: 256 << 20)
        var (settings, idle) = try Self.settings(plan, processors: 2)
        settings.maximumWorkBytes = 200 << 20
        let error = #expect(throws: InvalidSetting.self) { try plan.check(settings, idleBytes: idle) }
        #expect(error?.message.hasPrefix("the limit is 268435456 bytes of memory, and what is set may take ") == true)
        #expect(error?.message.contains("max-work-bytes (209715200)") == true)
        settings.workers = 40
        #expect(throws: InvalidSetting.self) { try plan.shared(settings) }
    }

    @Test("a picture that no memory is set aside for is a contradiction")
    func pixels() throws {
        let command = try Command(["serve", "--port", "0", "--max-pixels", "9000000", "--max-work-bytes", "64000000"])
        #expect(command.status == 78)
        #expect(
            command.message == "snapveil: max-pixels is 9000000, and max-work-bytes (64000000) has room for 8000000\n"
        )
    }

    @Test("a body that no memory is set aside for is a contradiction, whatever memory there is")
    func bodies() throws {
        let bodies = ["serve", "--port", "0", "--max-bytes-in-flight", "8000000"]
        let command = try Command(bodies + ["--max-body-bytes", "7000001"])
        #expect(command.status == 78)
        #expect(
            command.message
                == "snapveil: max-body-bytes is 7000001, and max-bytes-in-flight (8000000) has room for 7000000\n"
        )
        let plan = MemoryPlan.Shares(byteCount: 8 << 30, bodyBytes: 1 << 30, workers: 1)
        #expect(plan.bodies * 7 / 8 >= 1 << 30)
    }

    @Test("a longest body that nobody has set fits into the memory for bodies", arguments: [1_000_000, 8_000_000])
    func shorterBodies(_ bytes: Int) throws {
        let server = try ServerProcess(["--max-bytes-in-flight", "\(bytes)"])
        #expect(server.logText.contains("max-body-bytes=\(bytes / 8 * 7)"))
        #expect(server.logText.contains("max-bytes-in-flight=\(bytes)"))
    }

    @Test("the first line of the log says all of it")
    func line() throws {
        let server = try ServerProcess(["--workers", "1", "--max-work-bytes", "64000000"])
        let first = server.logText.split(separator: "\n").first { $0.contains("limits") } ?? ""
        #expect(server.logText.split(separator: "\n").first.map(String.init) == String(first))
        for setting in ["workers=1", "max-work-bytes=64000000", "max-pixels=8000000", "memory=", "processors="] {
            #expect(first.contains(setting), "\(setting)")
        }
    }
}
