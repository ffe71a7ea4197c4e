import BoundedWork
import Dispatch
import ImageCore
import Messages
import SecureMemory
import Testing

@testable import ImageFixtures
@testable import Redaction

@Suite("A large PNG is covered while it is read and written")
struct RowPainterTests {
    /// A screen of tiles and texts, of 4 MiB of samples and a little more.
    private static func snapshot(channels: Int = 3, _ alpha: UInt8 = 255) throws -> SecureBytes {
        let picture = Picture(width: 1200, height: 1250, channels: channels) { x, y, channel in
            if channel == 3 { return y == 900 && x > 600 ? alpha : 255 }
            let isInk = (x &* 7 ^ y &* 13) % 11 == 0 && x / 90 % 2 == y / 70 % 2
            return isInk ? UInt8(x / 6 + 10 * channel) : UInt8(truncatingIfNeeded: 40 * (x / 90 + y / 70) + channel)
        }
        let file = try SecureBytes(copying: ChunkedPNG(deflating: picture).bytes)
        #expect(try (ImageFormat.open(file) as? PNGFile)?.repaintableHeader() != nil)
        return file
    }

    private static let places: [(Double, Double, Double, Double)] = [
        (30, 800, 500, 300), (90, 4, 700, 90), (700, 500, 200, 120), (0, 1249, 1200, 1),
    ]

    private static func redact(
        _ snapshot: SecureBytes,
        _ rules: [Policy.Rule],
        keep: [Target] = [],
        _ output: OutputOptions = OutputOptions(),
        threads: Int = 2
    ) throws -> Redactor.Result {
        let policy = try Policy(rules: rules, keep: keep)
        let request = RedactionRequest(snapshot, policy: policy, output: output)
        return try Redactor().redact(request, work: WorkContext(threads: { threads }))
    }

    /// The file that the same rules make of the same pixels in a file that is read whole.
    private static func inTurn(
        _ snapshot: SecureBytes,
        _ rules: [Policy.Rule],
        keep: [Target] = [],
        _ output: OutputOptions = OutputOptions()
    ) throws -> Redactor.Result {
        let lossless = try ImageFormat.open(snapshot).decoded().takePixels().encoded(.webP())
        let policy = try Policy(rules: rules, keep: keep)
        let request = RedactionRequest(lossless, policy: policy, output: output)
        return try Redactor().redact(request)
    }

    private static let styles: [Style] = [
        .fill(Color(red: 200, green: 30, blue: 90)), .blur(radius: 9), .pixelate(block: 16), .veil(radius: nil),
        .label(numbered: true), .message(.standard),
    ]

    @Test("the file and the receipt are those of covering what was read", arguments: styles, PNGCompression.allCases)
    func same(style: Style, compression: PNGCompression) throws {
        let output = OutputOptions(formats: [.png], compression: compression)
        let places = try Self.places.map { try #require(Region(x: $0.0, y: $0.1, width: $0.2, height: $0.3)) }
        let rules = places.map { Policy.Rule(.region($0), style) }
        let snapshot = try Self.snapshot()
        let expected = try Self.inTurn(snapshot, rules, output)
        for threads in [1, 2] {
            let result = try Self.redact(snapshot, rules, output, threads: threads)
            #expect(result.image == expected.image)
            #expect(result.receipt.covered.map(\.rect) == expected.receipt.covered.map(\.rect))
            #expect(result.receipt.verified == nil)
        }
    }

    @Test("places that overlap are painted in the order of the rules, and what one erases no other reads")
    func overlapping() throws {
        let low = try #require(Region(x: 100, y: 400, width: 500, height: 500))
        let high = try #require(Region(x: 300, y: 300, width: 300, height: 200))
        let snapshot = try Self.snapshot()
        let styles: [(Style, Style)] = [
            (.fill(.black), .blur(radius: 20)), (.blur(radius: 20), .fill(.white)),
            (.blur(radius: 5), .pixelate(block: 30)),
            (.fill(.white), .fill(.black)),
        ]
        for (first, second) in styles {
            for (one, other) in [(low, high), (high, low)] {
                let rules = [Policy.Rule(.region(one), first), .init(.region(other), second)]
                #expect(
                    try Self.redact(snapshot, rules).image
                        == Self.inTurn(snapshot, rules, OutputOptions(formats: [.png])).image
                )
            }
        }
    }

    @Test("a kept place stays, and a place of most of the height is covered")
    func kept() throws {
        let snapshot = try Self.snapshot()
        let most = try #require(Region(x: 0, y: 100, width: 1200, height: 1100))
        let part = try #require(Region(x: 0, y: 100, width: 1200, height: 200))
        let hole = try #require(Region(x: 50, y: 150, width: 100, height: 700))
        for (place, style) in [(most, Style.fill(.black)), (most, .blur(radius: 9)), (part, .blur(radius: 9))] {
            let rules = [Policy.Rule(.region(place), style)]
            let expected = try Self.inTurn(snapshot, rules, keep: [.region(hole)], OutputOptions(formats: [.png]))
            #expect(try Self.redact(snapshot, rules, keep: [.region(hole)]).image == expected.image)
        }
    }

    @Test(
        "an effect that follows the rows covers all",
        arguments: [(3, UInt8(255)), (4, 255), (4, 254), (4, 0)],
        [1, 2]
    )
    func whole(pixels: (channels: Int, alpha: UInt8), threads: Int) throws {
        let snapshot = try Self.snapshot(channels: pixels.channels, pixels.alpha)
        let hole = try #require(Region(x: 50, y: 150, width: 100, height: 700))
        for style in [Style.pixelate(block: 24), .blur(radius: 2)] {
            for kept in [[], [Target.region(hole)]] {
                let rules = [Policy.Rule(.screen, style)]
                let expected = try Self.inTurn(snapshot, rules, keep: kept, OutputOptions(formats: [.png]))
                #expect(try Self.redact(snapshot, rules, keep: kept, threads: threads).image == expected.image)
            }
        }
    }

    @Test("alpha is written where a pixel that is left has some", arguments: [UInt8(255), 254, 0])
    func alpha(alpha: UInt8) throws {
        let snapshot = try Self.snapshot(channels: 4, alpha)
        for y in [100.0, 880] {
            let place = try #require(Region(x: 0, y: y, width: 1200, height: 40))
            let rules = [Policy.Rule(.region(place), .fill(.black))]
            let expected = try Self.inTurn(snapshot, rules, OutputOptions(formats: [.png]))
            #expect(try Self.redact(snapshot, rules).image == expected.image)
        }
    }

    @Test("a snapshot whose image data is damaged is refused, in the words of the reader of whole files")
    func damaged() throws {
        let picture = Picture.noise(1200, 1250, channels: 3, seed: 5)
        var stream = zlibCompressed(picture.rows.flatMap { [UInt8(0)] + $0 }, level: 1)
        stream[stream.count - 3] ^= 1
        var file = ChunkedPNG(holding: picture)
        let index = try #require(file.chunks.firstIndex { $0.type == "IDAT" })
        file.chunks[index] = .init(type: "IDAT", data: stream)
        let snapshot = try SecureBytes(copying: file.bytes)
        let place = try #require(Region(x: 0, y: 0, width: 10, height: 10))
        let error = #expect(throws: RedactionError.self) {
            try Self.redact(snapshot, [.init(.region(place), .fill(.black))])
        }
        guard case .decoding(.corrupt) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("an error of painting ends the work: an asset that is no picture")
    func faultyAsset() throws {
        let place = try #require(Region(x: 0, y: 900, width: 300, height: 300))
        let policy = try Policy(rules: [.init(.region(place), .image(.init(asset: "logo")))])
        let request = RedactionRequest(
            try Self.snapshot(),
            policy: policy,
            assets: ["logo": try SecureBytes(copying: Array("none".utf8))]
        )
        let error = #expect(throws: RedactionError.self) { try Redactor().redact(request) }
        guard case .policy = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("work that is cancelled from outside ends without a result", arguments: [1, 2])
    func cancelled(threads: Int) throws {
        let snapshot = try Self.snapshot()
        let place = try #require(Region(x: 0, y: 900, width: 300, height: 300))
        let policy = try Policy(rules: [.init(.region(place), .fill(.black))])
        for delay in [0, 300, 1_000, 3_000] {
            let cancellation = Cancellation()
            let work = WorkContext(
                cancellation: cancellation,
                threads: {
                    if delay == 0 { cancellation.cancel() }
                    return threads
                }
            )
            DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) { cancellation.cancel() }
            do {
                _ = try Redactor().redact(RedactionRequest(snapshot, policy: policy), work: work)
                #expect(delay > 0)
            } catch {
                #expect(error == .cancelled)
            }
        }
    }
}
