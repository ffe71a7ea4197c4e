import ImageCore
import Messages
import Redaction
import SecureMemory
import Testing

@testable import ImageFixtures

@Suite("A snapshot of which nothing is seen is not decoded")
struct WholeScreenTests {
    private static let styles: [Style] = [
        .fill(Color(red: 200, green: 30, blue: 90)), .veil(radius: nil), .label(numbered: true),
        .image(.init(asset: "cover", contentMode: .aspectFit, background: .white)), .message(.standard),
    ]

    @Test("the result is the same as if it were", arguments: FaultedWork.Snapshot.small)
    func same(snapshot: FaultedWork.Snapshot) throws {
        let file = try SecureBytes(copying: snapshot.file())
        let part = try #require(Region(x: 3, y: 2, width: 11, height: 9))
        for style in Self.styles {
            for format in OutputFormat.Kind.allCases {
                let results = try [Target.screen, .region(whole(of: file))].map { target in
                    let rules: [Policy.Rule] = [
                        .init(.region(part), .blur(radius: 3)), .init(target, style),
                        .init(.region(part), .pixelate(block: 4)),
                    ]
                    return try redact(file, rules, OutputOptions(formats: [format], quality: 80))
                }
                #expect(results[0].image == results[1].image)
                #expect(results[0].receipt.snapshot == results[1].receipt.snapshot)
                #expect(results[0].receipt.covered.map(\.rect) == results[1].receipt.covered.map(\.rect))
            }
        }
    }

    @Test(
        "it is refused all the same where it ends early",
        arguments: [FaultedWork.Snapshot.rgb, .jpeg, .progressiveJPEG]
    )
    func truncated(snapshot: FaultedWork.Snapshot) throws {
        let file = try snapshot.file()
        for count in stride(from: file.count - 1, to: 0, by: -7) {
            let cut = try SecureBytes(copying: file[..<count])
            #expect(throws: RedactionError.self, "\(count) bytes") { try redact(cut, [.init(.screen, .fill(.black))]) }
        }
    }

    @Test("it is refused all the same where a checksum of PNG is wrong")
    func checksum() throws {
        var file = try FaultedWork.Snapshot.rgb.file()
        file[file.count / 2] ^= 1
        let damaged = try SecureBytes(copying: file)
        #expect(throws: RedactionError.self) { try redact(damaged, [.init(.screen, .fill(.black))]) }
    }

    @Test("what is kept, and what is only obscured, is decoded")
    func kept() throws {
        let file = try SecureBytes(copying: FaultedWork.Snapshot.rgb.file())
        let corner = try #require(Region(x: 0, y: 0, width: 5, height: 5))
        let policy = try Policy(rules: [.init(.screen, .fill(.black))], keep: [.region(corner)])
        let source = try DecodedImage(decoding: file).takePixels()
        let kept = try DecodedImage(decoding: Redactor().redact(RedactionRequest(file, policy: policy)).image)
            .takePixels()
        #expect(kept.samples(x: 2, y: 2) == source.samples(x: 2, y: 2))
        #expect(kept.samples(x: 7, y: 2) == [0, 0, 0])
        let blurred = try DecodedImage(decoding: redact(file, [.init(.screen, .blur(radius: 4))]).image).takePixels()
        #expect(blurred.samples(x: 20, y: 20) != [0, 0, 0])
    }

    private func whole(of file: SecureBytes) throws -> Region {
        let size = try DecodedImage(decoding: file).takePixels().size
        return try #require(Region(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
    }

    private func redact(
        _ file: SecureBytes,
        _ rules: [Policy.Rule],
        _ output: OutputOptions = OutputOptions()
    ) throws -> Redactor.Result {
        let isCovered = rules.contains { $0.style.kind == "image" }
        let cover = try SecureBytes(copying: FaultedWork.Snapshot.rotatedRGBA.file())
        let assets = isCovered ? ["cover": cover] : [:]
        return try Redactor().redact(
            RedactionRequest(file, policy: Policy(rules: rules), assets: assets, output: output)
        )
    }
}
