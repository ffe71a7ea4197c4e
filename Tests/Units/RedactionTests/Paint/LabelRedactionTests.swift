import Foundation
import ImageCore
import Messages
import Redaction
import SecureMemory
import Testing

@Suite("A label covers a snapshot")
struct LabelRedactionTests {
    @Test(
        "two snapshots that differ only under labels that are drawn give the same bytes, also where these stand side by side",
        arguments: Screen.Ink.allCases,
        [nil] + Screen.JPEG.all.map(Optional.some)
    )
    func erases(ink: Screen.Ink, jpeg: Screen.JPEG?) throws {
        let regions = try [(0, 20, 48, 30), (48, 20, 48, 30), (20, 50, 60, 20)].map { x, y, width, height in
            try #require(Region(x: x, y: y, width: width, height: height))
        }
        for isNumbered in [false, true] {
            let rules = regions.map { Policy.Rule(.region($0), .label(numbered: isNumbered)) }
            // The encoder of a JPEG mixes the pixels of 16 x 16 blocks, to which covers grow.
            let results = try [UInt64](1...3).map { seed in
                let screen = Screen(secret: seed, in: [0, 20, 96, 30], ink: ink)
                return try redact(jpeg.map { try screen.encoded($0) } ?? screen.encoded(), rules)
            }
            #expect(Set(results.map { $0.image.withUnsafeBytes(Array.init) }).count == 1)
            #expect(
                results.allSatisfy { $0.receipt.covered.allSatisfy { $0.message == nil && $0.assurance == .erased } }
            )
        }
    }

    @Test(
        "a label beside what another rule covers does not look at it, whichever is painted first",
        arguments: [true, false]
    )
    func neighbours(isLabelFirst: Bool) throws {
        let hidden = try #require(Region(x: 40, y: 30, width: 20, height: 12))
        let beside = try #require(Region(x: 60, y: 20, width: 30, height: 40))
        for style in [Style.fill(.black), .veil(radius: nil), .message(.standard), .label(numbered: true)] {
            for jpeg in [nil, Screen.JPEG.all[0], Screen.JPEG.all[2]] {
                let rules = [
                    Policy.Rule(.region(beside), .label(numbered: false)), Policy.Rule(.region(hidden), style),
                ]
                let outputs = try [UInt64](1...3).map { seed in
                    let screen = Screen(secret: seed, in: [40, 30, 20, 12])
                    let snapshot = try jpeg.map { try screen.encoded($0) } ?? screen.encoded()
                    return try redact(snapshot, isLabelFirst ? rules : rules.reversed()).image.withUnsafeBytes(
                        Array.init
                    )
                }
                #expect(Set(outputs).count == 1)
            }
        }
    }

    @Test(
        "what is obscured beside a label shows nowhere in it",
        arguments: [Style.blur(radius: 40), .pixelate(block: 20)]
    )
    func obscured(style: Style) throws {
        let hidden = try #require(Region(x: 40, y: 30, width: 20, height: 12))
        let beside = try #require(Region(x: 30, y: 42, width: 40, height: 20))
        let rules = [Policy.Rule(.region(beside), .label(numbered: false)), Policy.Rule(.region(hidden), style)]
        for rules in [rules, rules.reversed()] {
            let labels = try [UInt64](1...3).map { seed in
                let result = try redact(Screen(secret: seed, in: [40, 30, 20, 12]).encoded(), rules).image
                let place = try #require(PixelRect(x: 30, y: 42, width: 40, height: 20))
                return try DecodedImage(decoding: result).takePixels().samples(in: place)
            }
            #expect(Set(labels).count == 1)
        }
    }

    @Test("only labels with numbers have a warning, which says that equality shows")
    func warnings() throws {
        let region = try #require(Region(x: 2, y: 2, width: 60, height: 30))
        func covered(_ isNumbered: Bool) throws -> [Receipt.Covered] {
            try redact(plain(.white), [Policy.Rule(.region(region), .label(numbered: isNumbered))]).receipt.covered
        }
        #expect(try covered(false).map(\.warning) == [nil])
        #expect(try covered(true).map { $0.warning?.contains("which covered values of one kind are equal") } == [true])
        #expect(try covered(true).map(\.assurance) == [.erased])
    }

    @Test("the receipt says so where words do not fit, and the colour covers all the same", arguments: [false, true])
    func omitted(isCached: Bool) throws {
        let small = try #require(Region(x: 3, y: 3, width: 3, height: 3))
        let covers = isCached ? CoverCache() : nil
        for _ in 0..<2 {
            let rules = [
                Policy.Rule(.region(small), .label(numbered: false)), Policy.Rule(.screen, .label(numbered: false)),
            ]
            let receipt = try redact(plain(.white), rules, covers: covers).receipt
            #expect(receipt.covered.map(\.message) == [.omitted, nil])
            #expect(receipt.covered.map(\.style) == ["label", "label"] && receipt.assurance == .erased)
        }
        let picture = try redact(plain(.black), [Policy.Rule(.region(small), .label(numbered: false))]).image
        #expect(try DecodedImage(decoding: picture).takePixels().samples(x: 4, y: 4) != [0, 0, 0])
    }

    @Test("the colours are those of what surrounds it, light or dark, and no rule covers")
    func colors() throws {
        let region = try #require(Region(x: 20, y: 20, width: 60, height: 30))
        for color in [Color.white, .black, Color(red: 20, green: 60, blue: 110)] {
            let result = try redact(plain(color), [Policy.Rule(.region(region), .label(numbered: false))]).image
            let pixels = try DecodedImage(decoding: result).takePixels()
            let ground = pixels.samples(x: 21, y: 21)
            #expect(zip(ground, [color.red, color.green, color.blue]).allSatisfy { abs(Int($0) - Int($1)) <= 24 })
            let words = pixels.samples(in: try #require(PixelRect(x: 20, y: 20, width: 60, height: 30)))
            let farthest = words.map { abs(Int($0) - Int(ground[0])) }.max() ?? 0
            #expect(farthest > 90, "words in \(color)")
        }
    }

    @Test("words stand clear of what is kept, and of the outline of a shape")
    func kept() throws {
        let top = try #require(Region(x: 0, y: 100, width: 400, height: 200))
        let policy = try Policy(rules: [.init(.screen, .label(numbered: false))], keep: [.region(top)])
        let snapshot = try plain(.white, width: 400, height: 400)
        let result = try Redactor().redact(RedactionRequest(snapshot, policy: policy))
        #expect(result.receipt.covered.allSatisfy { $0.message == nil })
        let pixels = try DecodedImage(decoding: result.image).takePixels()
        let rows = (0..<400).filter { y in (0..<400).contains { pixels.samples(x: $0, y: y)[0] < 100 } }
        #expect(try #require(rows.first) < 100 && rows.allSatisfy { $0 < 100 || $0 >= 300 })
        let ellipse = try #require(Ellipse(x: 10, y: 10, width: 120, height: 40))
        let round = try redact(
            plain(.white, width: 140, height: 60),
            [.init(.ellipse(ellipse), .label(numbered: false))]
        )
        #expect(round.receipt.covered.map(\.message) == [nil])
    }

    @Test("words stand clear of covers that are painted later, and are omitted beneath one")
    func overlaps() throws {
        func rows(_ rects: [(y: Double, height: Double)]) throws -> (message: [Receipt.MessageOutcome?], dark: [Int]) {
            let rules = try rects.map { rect in
                Policy.Rule(
                    .region(try #require(Region(x: 20, y: rect.y, width: 160, height: rect.height))),
                    .label(numbered: false)
                )
            }
            let result = try redact(plain(.white, width: 200, height: 120), rules)
            let pixels = try DecodedImage(decoding: result.image).takePixels()
            let dark = (0..<120).filter { y in (0..<200).contains { pixels.samples(x: $0, y: y)[0] < 110 } }
            return (result.receipt.covered.map(\.message), dark)
        }
        let apart = try rows([(10, 40), (40, 40)])
        #expect(apart.message == [nil, nil])
        // The first is whole within the 30 rows that it has for itself.
        let first = apart.dark.prefix { $0 < 40 }
        #expect(first.count >= 15 && first.last ?? 40 < 38 && !apart.dark.contains(40))
        let beneath = try rows([(40, 20), (20, 60)])
        #expect(beneath.message == [.omitted, nil])
    }

    @Test(
        "as many labels as a plan may have, each with a number of its own, are painted in seconds",
        .timeLimit(.minutes(1))
    )
    func many() throws {
        // 256 rules with 64 rectangles each are the most that there may be.
        let nodes = (0..<16_384).map { index in
            let (x, y) = (index % 128 * 16, index / 128 * 16)
            return #"<node class="E" text="\#(index)" bounds="[\#(x),\#(y)][\#(x + 15),\#(y + 15)]"/>"#
        }
        let source = #"<hierarchy><node class="F" bounds="[0,0][2048,2048]">\#(nodes.joined())</node></hierarchy>"#
        let policy = #"{"rules": [{"target": {"element": {"type": "E"}}, "style": {"label": {"numbered": true}}}]}"#
        var request = RedactionRequest(
            try plain(.white, width: 2048, height: 2048),
            policy: try Policy(parsing: SecureBytes(copying: policy.utf8))
        )
        request.hierarchy = try SecureBytes(copying: source.utf8)
        let start = ContinuousClock.now
        let result = try Redactor().redact(request)
        let time = ContinuousClock.now - start
        #expect(result.receipt.covered.count == 16_384)
        #expect(time < .seconds(10), "\(time)")
    }

    private func redact(
        _ snapshot: SecureBytes,
        _ rules: [Policy.Rule],
        covers: CoverCache? = nil
    ) throws -> Redactor.Result {
        try Redactor(covers: covers).redact(RedactionRequest(snapshot, policy: Policy(rules: rules)))
    }

    private func plain(_ color: Color, width: Int = 96, height: Int = 80) throws -> SecureBytes {
        let size = try #require(PixelSize(width: width, height: height))
        return try PixelBuffer(size, format: .rgb, filledWith: color).encoded(.png())
    }
}
