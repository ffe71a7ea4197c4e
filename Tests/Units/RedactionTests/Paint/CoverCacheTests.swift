import ImageCore
import SecureMemory
import Testing

@testable import Redaction

@Suite("The cover of a whole screen is kept ready")
struct CoverCacheTests {
    private let covers = CoverCache()

    @Test("the next snapshot of the size and kind gets the file that the first one got")
    func again() throws {
        let policy = try policy(.veil(radius: nil))
        let first = try redact(.rgb, policy)
        let ready = try #require(covers.ready(for: cover(.rgb, policy))?.bytes)
        #expect(ready == first.image)
        let again = try redact(.rgb, policy)
        #expect(again.image == first.image)
        #expect(again.receipt == first.receipt)
        #expect(again.image == (try Redactor().redact(RedactionRequest(snapshot(.rgb), policy: policy)).image))
    }

    @Test("it is the kept file that goes out, and the receipt is of the request")
    func goesOut() throws {
        let policy = try policy(.fill(.black), name: "second")
        let mark = try SecureBytes(copying: [1, 2, 3])
        covers.keep(.init(bytes: mark, format: .png, omitted: []), for: try cover(.rgb, policy))
        let result = try redact(.rgb, policy)
        #expect(result.image == mark)
        #expect(result.receipt.policy == "second")
        #expect(result.receipt.assurance == .erased)
    }

    @Test("a snapshot of another kind, another style, another format and another quality get files of their own")
    func distinct() throws {
        let black = try policy(.fill(.black))
        let covers = [
            try cover(.rgb, black), try cover(.jpeg, black), try cover(.rgb, policy(.fill(.white))),
            try cover(.rgb, black, .jpeg(quality: 80)),
            try cover(.rgb, black, .jpeg(quality: 81)),
            try cover(.rgb, black, .png(.small)),
        ]
        #expect(Set(covers).count == covers.count)
    }

    @Test("a damaged snapshot is refused though its cover is ready")
    func damaged() throws {
        let policy = try policy(.fill(.black))
        _ = try redact(.rgb, policy)
        var file = try FaultedWork.Snapshot.rgb.file()
        file[file.count / 2] ^= 1
        let damaged = try SecureBytes(copying: file)
        #expect(throws: RedactionError.self) {
            try Redactor(covers: covers).redact(RedactionRequest(damaged, policy: policy))
        }
    }

    @Test("a picture that was sent along is kept no longer than its request")
    func uploads() throws {
        let policy = try policy(.image(.init(asset: "cover")))
        let assets = ["cover": try snapshot(.jpeg)]
        _ = try Redactor(covers: covers).redact(RedactionRequest(snapshot(.rgb), policy: policy, assets: assets))
        #expect(covers.ready(for: try cover(.rgb, policy)) == nil)
    }

    @Test("what shows any of a snapshot is not kept")
    func partial() throws {
        let corner = try #require(Region(x: 0, y: 0, width: 5, height: 5))
        let policies = [
            try Policy(rules: [.init(.region(corner), .fill(.black))]),
            try Policy(rules: [.init(.screen, .fill(.black))], keep: [.region(corner)]),
            try Policy(rules: [.init(.screen, .blur(radius: 4))]),
        ]
        for policy in policies {
            _ = try redact(.rgb, policy)
            #expect(covers.ready(for: try cover(.rgb, policy)) == nil)
        }
    }

    @Test("those that were not asked for the longest go first, and none is kept that would take the place of many")
    func bounded() throws {
        let covers = CoverCache(capacity: 400)
        let names = try (0..<5).map { shade in
            try cover(.rgb, policy(.fill(Color(red: UInt8(shade), green: 0, blue: 0))))
        }
        let file = PaintedFile(bytes: try bytes(100), format: .png, omitted: [])
        for name in names[..<4] { covers.keep(file, for: name) }
        #expect(covers.ready(for: names[0])?.bytes == file.bytes)
        covers.keep(file, for: names[4])
        #expect(covers.ready(for: names[1]) == nil)
        for index in [0, 2, 3, 4] { #expect(covers.ready(for: names[index])?.bytes == file.bytes, "\(index)") }
        covers.keep(.init(bytes: try bytes(101), format: .png, omitted: []), for: names[1])
        #expect(covers.ready(for: names[1]) == nil)
    }

    private func bytes(_ count: Int) throws -> SecureBytes {
        try SecureBytes(copying: [UInt8](repeating: 7, count: count))
    }

    private func policy(_ style: Style, name: String? = nil) throws -> Policy {
        try Policy(name: name, rules: [.init(.screen, style)])
    }

    private func snapshot(_ kind: FaultedWork.Snapshot) throws -> SecureBytes {
        try SecureBytes(copying: kind.file())
    }

    private func redact(_ kind: FaultedWork.Snapshot, _ policy: Policy) throws -> Redactor.Result {
        try Redactor(covers: covers).redact(RedactionRequest(snapshot(kind), policy: policy))
    }

    private func cover(
        _ kind: FaultedWork.Snapshot,
        _ policy: Policy,
        _ format: OutputFormat? = nil
    ) throws -> CoverCache.Cover {
        let header = try #require(try ImageFormat.open(snapshot(kind)).checkedHeader())
        let format = format ?? OutputOptions().format(for: header.format)
        return CoverCache.Cover(policy, with: AssetStore(), scale: nil, on: header, format)
    }
}
