import ImageCore
import Testing

@testable import SnapveilBenchmark

@Suite("What a row tells")
struct RowTests {
    @Test("speed is held against the fastest setting of any peer, at the median")
    func speedup() throws {
        let row = try Row.sample(
            service: [10, 30, 20],
            peers: [
                .peer("A", "default", [90, 80, 85]), .peer("B", "default", [70, 70, 700]),
                .peer("B", "fast", [60, 61, 0]),
            ]
        )
        #expect(row.speedup == 3)
    }

    @Test("the first run counts where a cache would make the later ones cheap")
    func firstSpeedup() throws {
        let row = try Row.sample(service: [1, 1, 1], firstTime: 30, peers: [.peer("A", "default", [60])])
        #expect(row.firstSpeedup == 2)
        #expect(row.speedup == 60)
    }

    @Test("a peer's untimed setting counts for size, and only against small")
    func sizeRatio() throws {
        let peers: [Measurement] = [.peer("A", "default", [60], bytes: 500), .peer("A", "level 9", [], bytes: 250)]
        #expect(try Row.sample(.fast, bytes: 1000, peers: peers).sizeRatio == 2)
        #expect(try Row.sample(.balanced, bytes: 1000, peers: peers).sizeRatio == 2)
        #expect(try Row.sample(.small, bytes: 1000, peers: peers).sizeRatio == 4)
    }

    @Test("where things are looked for, sizes are not compared, and containment is not asked for its share")
    func looking() throws {
        let peers: [Measurement] = [.peer("A", "Tesseract", [60], bytes: 500)]
        let row = try Row.sample(of: .text, service: [20], uncontained: [10], peers: peers)
        #expect(row.sizeRatio == nil)
        #expect(row.speedup == 3)
        #expect([row].percentAddedByContainment == nil)
    }

    @Test("what HTTP adds is the median of the differences, not the difference of the medians")
    func addedByHTTP() throws {
        let row = try Row.sample(redactor: [10, 20, 90], service: [11, 23, 92], peers: [])
        #expect(row.addedByHTTP == 2)
        let uneven = try Row.sample(redactor: [10, 20, 30], service: [31, 11, 21], peers: [])
        #expect(uneven.addedByHTTP == -9)
    }

    @Test("what HTTP adds is that of the server without containment, and what containment adds comes on top")
    func addedByContainment() throws {
        let row = try Row.sample(redactor: [10, 20, 30], service: [17, 26, 36], uncontained: [12, 22, 33], peers: [])
        #expect(row.addedByHTTP == 2)
        #expect(row.addedByContainment == 4)
    }

    @Test("the percentage is of the sum of all jobs, so that a long one counts for more than a short one")
    func percentAddedByContainment() throws {
        let long = try Row.sample(service: [91, 91], uncontained: [90, 90], peers: [])
        let short = try Row.sample(service: [12, 12], uncontained: [10, 10], peers: [])
        #expect([long, short].percentAddedByContainment == 3)
        #expect([Row]().percentAddedByContainment == nil)
    }

    @Test("the contained server is the one that is held against the peers")
    func contained() throws {
        let peers: [Measurement] = [.peer("A", "default", [60])]
        let row = try Row.sample(service: [20], uncontained: [10], firstTime: 30, firstUncontained: 15, peers: peers)
        #expect(row.speedup == 3 && row.firstSpeedup == 2 && row.speedup(over: "A") == 3)
    }

    @Test("without peers there is nothing to be faster or smaller than")
    func alone() throws {
        let row = try Row.sample(peers: [])
        #expect(row.speedup == nil && row.sizeRatio == nil)
    }

    @Test("a compression that was not measured makes no row")
    func missing() {
        let ours: [Contender] = [.redactor, .service(.required), .service(.none)]
        #expect(Row(.blur, .screen, .fast, measurements: ours.map { .ours($0, .fast) }) != nil)
        #expect(Row(.blur, .screen, .small, measurements: ours.map { .ours($0, .fast) }) == nil)
        #expect(Row(.blur, .screen, .fast, measurements: ours.dropLast().map { .ours($0, .fast) }) == nil)
    }
}

extension Row {
    /// A blur of a PNG; what is not said is the same for all, and of the server without containment as of the other.
    static func sample(
        of cover: Cover = .blur,
        _ compression: PNGCompression = .fast,
        redactor: [Double] = [1],
        service: [Double] = [1],
        uncontained: [Double]? = nil,
        firstTime: Double = 1,
        firstUncontained: Double = 1,
        bytes: Int = 1000,
        waits: Waits? = nil,
        peers: [Measurement]
    ) throws -> Row {
        let ours: [Measurement] = [
            .ours(.redactor, compression, redactor, bytes: bytes),
            .ours(.service(.required), compression, service, firstTime: firstTime, bytes: bytes),
            .ours(.service(.none), compression, uncontained ?? service, firstTime: firstUncontained, bytes: bytes),
        ]
        return try #require(Row(cover, .screen, compression, measurements: ours + peers, waits: waits))
    }
}

extension Row.Snapshot {
    static let screen = Row.Snapshot(name: "screen.png", format: .png, isPhotographic: false)
}

extension Measurement {
    static func ours(
        _ contender: Contender,
        _ compression: PNGCompression,
        _ times: [Double] = [1],
        firstTime: Double = 1,
        bytes: Int = 1000
    ) -> Measurement {
        Measurement(
            contender: contender,
            setting: compression.rawValue,
            times: times,
            firstTime: firstTime,
            byteCount: bytes,
            fidelity: nil
        )
    }

    static func peer(_ name: String, _ setting: String, _ times: [Double], bytes: Int = 1000) -> Measurement {
        Measurement(
            contender: .peer(name),
            setting: setting,
            times: times,
            firstTime: 1,
            byteCount: bytes,
            fidelity: nil
        )
    }
}
