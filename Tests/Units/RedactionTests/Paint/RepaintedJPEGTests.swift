import BoundedWork
import Dispatch
import ImageCore
import SecureMemory
import Testing

@testable import ImageFixtures
@testable import Redaction

@Suite("All of a JPEG is covered while it is read and written")
struct RepaintedJPEGTests {
    private static let (width, height) = (700, 900)

    private static func snapshot(_ fixture: JPEGFixture = JPEGFixture(width: width, height: height)) throws
        -> SecureBytes
    {
        let channels = fixture.space.channels
        let picture = Picture(width: width, height: height, channels: channels) { x, y, channel in
            let isInk = (x &* 7 ^ y &* 13) % 11 == 0 && x / 90 % 2 == y / 70 % 2
            return isInk
                ? UInt8(truncatingIfNeeded: x / 6 + channel) : UInt8(truncatingIfNeeded: x / 9 + y / 7 + channel)
        }
        return try SecureBytes(copying: fixture.encode(picture))
    }

    private static func redact(
        _ snapshot: SecureBytes,
        _ rules: [Policy.Rule],
        quality: Int? = nil,
        _ work: WorkContext
    ) throws -> Redactor.Result {
        let output = OutputOptions(quality: quality)
        let request = RedactionRequest(snapshot, policy: try Policy(rules: rules), output: output)
        let meter = WorkMeter()
        let result = try Redactor().redact(request, work: work, meter: meter)
        #expect(Set(meter.reading.stages.keys).isSuperset(of: [.open, .paint, .encode]))
        return result
    }

    private static func threads(_ count: Int) -> WorkContext { WorkContext(threads: { count }) }

    @Test("an effect that follows the rows", arguments: JPEGFixture.Scans.allCases.dropLast(), [1, 2])
    func whole(scans: JPEGFixture.Scans, threads: Int) throws {
        for space in [JPEGFixture.Space.ycc, .grey] {
            let fixture = JPEGFixture(width: Self.width, height: Self.height, space: space, scans: scans)
            let snapshot = try Self.snapshot(fixture)
            for (style, effect) in [
                (Style.blur(radius: 2), GaussianBlur(sigma: 2) as any Effect),
                (.pixelate(block: 24), Pixelate(block: 24)),
            ] {
                var pixels = try ImageFormat.open(snapshot).decoded().takePixels()
                try effect.apply(to: &pixels, in: try #require(PaintArea(PixelRect(pixels.size))))
                let result = try Self.redact(snapshot, [.init(.screen, style)], Self.threads(threads))
                #expect(try result.image == pixels.encoded(.jpeg()))
                #expect(result.format == .jpeg && result.receipt.verified == nil)
                let covered = try #require(result.receipt.covered.first?.rect)
                #expect([covered.x, covered.y, covered.width, covered.height] == [0, 0, Self.width, Self.height])
            }
        }
    }

    @Test("places, where all of the picture is to have another quality", arguments: [1, 2])
    func places(threads: Int) throws {
        let snapshot = try Self.snapshot()
        let places = try [(30.0, 500.0, 300.0, 90.0), (90, 4, 500, 90), (0, 899, 700, 1)].map {
            try #require(Region(x: $0.0, y: $0.1, width: $0.2, height: $0.3))
        }
        let rules = places.map { Policy.Rule(.region($0), .fill(.black)) }
        let result = try Self.redact(snapshot, rules, quality: 40, Self.threads(threads))
        var pixels = try ImageFormat.open(snapshot).decoded().takePixels()
        for covered in result.receipt.covered.map(\.rect) {
            let rect = PixelRect(x: covered.x, y: covered.y, width: covered.width, height: covered.height)
            try Fill(color: .black).apply(to: &pixels, in: try #require(rect.flatMap { PaintArea($0) }))
        }
        #expect(try result.image == pixels.encoded(.jpeg(quality: 40)))
    }

    @Test(
        "coefficients of places that overlap are painted in the order of the rules, and what one erases no other reads"
    )
    func overlapping() throws {
        let places = try [(100.0, 300.0, 500.0, 300.0), (300, 200, 300, 200), (16, 640, 100, 90)].map {
            try #require(Region(x: $0.0, y: $0.1, width: $0.2, height: $0.3))
        }
        let styles: [[Style]] = [
            [.blur(radius: 5), .pixelate(block: 30), .fill(.white)],
            [.pixelate(block: 30), .blur(radius: 5), .fill(.white)],
            [.fill(.white), .fill(.black), .blur(radius: 20)], [.fill(.black), .blur(radius: 20), .veil(radius: nil)],
            [.blur(radius: 20), .label(numbered: true), .fill(.black)],
        ]
        // In several scans, all rows are known at once.
        let files = try [JPEGFixture.Scans.baseline, .progressive].map {
            try Self.snapshot(JPEGFixture(width: Self.width, height: Self.height, scans: $0))
        }
        for styles in styles {
            for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0]] {
                let rules = order.map { Policy.Rule(.region(places[$0]), styles[$0]) }
                let results = try files.map { try Self.redact($0, rules, Self.threads(2)).image }
                #expect(results[0] == results[1], "\(order) \(styles.map(\.kind))")
            }
        }
    }

    @Test("a damaged file is refused, in the words of the reader of whole files")
    func damaged() throws {
        let bytes = try Self.snapshot().withUnsafeBytes(Array.init)
        let cut = try SecureBytes(copying: Array(bytes.dropLast(500)))
        for style in [Style.blur(radius: 2), .pixelate(block: 24)] {
            let error = #expect(throws: RedactionError.self) {
                try Self.redact(cut, [.init(.screen, style)], Self.threads(2))
            }
            #expect(error == .decoding(.corrupt("libjpeg: Premature end of input file")), "\(style.kind)")
        }
    }

    @Test("work that is cancelled meanwhile ends without a result", arguments: [1, 2])
    func cancelled(threads: Int) throws {
        let snapshot = try Self.snapshot()
        let request = RedactionRequest(snapshot, policy: try Policy(rules: [.init(.screen, .blur(radius: 2))]))
        let expected = try Redactor().redact(request).image
        for delay in [50, 300, 1_000, 3_000, 8_000] {
            let cancellation = Cancellation()
            let work = WorkContext(cancellation: cancellation, threads: { threads })
            DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) { cancellation.cancel() }
            do {
                #expect(try Redactor().redact(request, work: work).image == expected)
            } catch {
                #expect(error == .cancelled)
            }
        }
    }
}
