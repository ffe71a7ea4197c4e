import BinaryCoding
import SecureMemory
import Testing

@testable import Containment

@Suite("What front and worker say to each other")
struct ProtocolTests {
    private static let setup = WorkerSetup(
        content: SecureBytes(),
        regionByteLimit: 1 << 30,
        otherByteCount: 5,
        idleByteCount: 7,
        allowsInspection: true
    )

    private static let orders: [Order] = [
        .setUp(setup), .load(3, byteCount: 9),
        .job(4, content: SecureBytes(), input: nil, streamCount: 2, grantedByteCount: 5, released: []),
        .job(
            5,
            content: SecureBytes(),
            input: .init(block: 8, blockByteCount: 64, byteCount: 12),
            streamCount: 0,
            grantedByteCount: 5,
            released: [3, 4]
        ),
        .answer(true), .answer(false), .become(program),
    ]

    private static let program = ProgramTerms(
        path: "/usr/bin/program",
        arguments: ["-a", "", "\u{1F648}"],
        descriptors: [7, 5, 5, 9],
        reopenedToRead: [0, 3],
        reopenedToWrite: [3],
        addressSpace: 1 << 30,
        fileSize: 1 << 20,
        processorTime: 60,
        libraries: ["/opt/lib"],
        leavingOut: [.seccomp, .landlock]
    )

    private static let notices: [Notice] = [.cancel(4), .release([4, 7]), .forget(8)]

    private static func reports() throws -> [Report] {
        let bytes = try SecureBytes(copying: [1, 2, 3])
        var locks = LockReport()
        locks.note(.landlock, error: 0)
        locks.note(missing: .seccomp, "Function not implemented")
        return [
            .ready(locks), .failed("no fonts"), .refused("no models"), .loaded(3, bytes), .question(4, byteCount: 100),
            .done(4, content: bytes, .inline(bytes)), .done(4, content: bytes, .region(offset: 64, count: 5)),
        ]
    }

    @Test("an order is the same after it was sent")
    func ordersArrive() throws {
        for order in Self.orders {
            let packet = try order.encoded()
            #expect(try Order(decoding: packet).encoded() == packet)
        }
    }

    @Test("a notice is the same after it was sent")
    func noticesArrive() throws {
        for notice in Self.notices {
            let packet = try notice.encoded()
            #expect(try Notice(decoding: packet).encoded() == packet)
        }
    }

    @Test("a report is the same after it was sent")
    func reportsArrive() throws {
        for report in try Self.reports() {
            let packet = try report.encoded()
            #expect(try Report(decoding: packet).encoded() == packet)
        }
    }

    @Test("a report that is cut short, or has more behind it, is none")
    func partsAreRefused() throws {
        for report in try Self.reports() {
            let packet = try report.encoded()
            for count in 0..<packet.count {
                #expect(throws: BinaryError.self) { _ = try Report(decoding: packet[0..<count]) }
            }
            let longer = try SecureBytes(copying: packet.withUnsafeBytes { Array($0) + [0] })
            #expect(throws: BinaryError.self) { _ = try Report(decoding: longer) }
        }
    }

    @Test("a measure that there is none of is not reported")
    func unknownMeasure() throws {
        var writer = BinaryWriter()
        writer.write(array: ["a wall"]) { $0.write($1) }
        var reader = BinaryReader(try writer.finish())
        #expect(throws: BinaryError.self) { _ = try LockReport(reading: &reader) }
    }
}
