import ImageCore
import Messages
import Redaction
import SecureMemory
import StrictJSON
import Testing

@Suite("A message covers a snapshot")
struct MessageRedactionTests {
    @Test(
        "two snapshots that differ only under a message that is drawn give the same bytes",
        arguments: Screen.Ink.allCases,
        [nil] + Screen.JPEG.all.map(Optional.some)
    )
    func erases(ink: Screen.Ink, jpeg: Screen.JPEG?) throws {
        let secret = [17, 9, 70, 60]
        let region = try #require(Region(x: 17, y: 9, width: 70, height: 60))
        for target in [Target.region(region), .screen] {
            // A larger part of a JPEG is decoded, a smaller one is covered on its coefficients.
            for message in [try Message(text: "A", symbol: .eye), try Message(title: "B", text: "A")] {
                let results = try [UInt64](1...3).map { seed in
                    let screen = Screen(secret: seed, in: secret, ink: ink)
                    let snapshot = try jpeg.map { try screen.encoded($0) } ?? screen.encoded()
                    return try redact(snapshot, [Policy.Rule(target, .message(message))])
                }
                #expect(Set(results.map { $0.image.withUnsafeBytes(Array.init) }).count == 1)
                #expect(results.allSatisfy { $0.receipt.covered.map(\.message) == [nil] })
            }
        }
    }

    @Test("the receipt says so where a message is omitted, and nothing where it is drawn", arguments: [false, true])
    func receipt(isCached: Bool) throws {
        let covers = isCached ? CoverCache() : nil
        let snapshot = try plain(.white)
        let small = try #require(Region(x: 3, y: 3, width: 3, height: 3))
        let rules = [Policy.Rule(.region(small), .message(.standard)), Policy.Rule(.screen, .message(.standard))]
        for _ in 0..<2 {
            let receipt = try redact(snapshot, rules, covers: covers).receipt
            #expect(receipt.covered.map(\.message) == [.omitted, nil])
            #expect(receipt.covered.map(\.style) == ["message", "message"])
            #expect(receipt.assurance == .erased)
        }
    }

    @Test("an automatic appearance is that of what no rule covers", arguments: [ImageFormat.png, .jpeg])
    func automatic(format: ImageFormat) throws {
        let card = try #require(Region(x: 0, y: 0, width: 96, height: 64))
        let message = Policy.Rule(.region(card), .message(.standard))
        func background(of snapshot: SecureBytes, _ rules: [Policy.Rule]) throws -> [UInt8] {
            let result = try redact(snapshot, rules).image
            return try DecodedImage(decoding: result).takePixels().samples(x: 1, y: 1)
        }
        func expect(_ found: [UInt8], _ expected: [UInt8], line: Int = #line) {
            // A JPEG is not exact.
            #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(found), line \(line)")
        }
        let (light, dark): ([UInt8], [UInt8]) = ([0xF2, 0xF2, 0xF7], [0x1C, 0x1C, 0x1E])
        expect(try background(of: plain(.white, format), [message]), light)
        expect(try background(of: plain(.black, format), [message]), dark)
        // White where it is covered, by the message or by another rule, and black elsewhere; and the other way round.
        let (top, left) = (PixelRect(x: 0, y: 0, width: 96, height: 64), PixelRect(x: 0, y: 64, width: 64, height: 16))
        let other = try #require(Region(x: 0, y: 64, width: 64, height: 16))
        for (covered, rest, expected) in [(Color.white, Color.black, dark), (.black, .white, light)] {
            expect(try background(of: plain(rest, format, but: covered, in: [top]), [message]), expected)
            for style in [Style.fill(covered), .blur(radius: 3)] {
                let snapshot = try plain(rest, format, but: covered, in: [top, left])
                expect(try background(of: snapshot, [message, Policy.Rule(.region(other), style)]), expected)
            }
        }
        // Nothing is left to be seen.
        let hidden = [Policy.Rule(.screen, .fill(.black)), message]
        expect(try background(of: plain(.black, format), hidden), light)
    }

    @Test("what a message takes after does not show in it, beyond light or dark")
    func brightness() throws {
        let outputs = try [UInt8](0...3).map { step in
            let grey = Color(red: 200 + step * 16, green: 200, blue: 210)
            let result = try redact(plain(grey), [Policy.Rule(.region(cell), .message(.standard))]).image
            return try DecodedImage(decoding: result).takePixels().samples(in: try #require(rect))
        }
        #expect(Set(outputs).count == 1)
    }

    @Test("words stand clear of what is kept, or are omitted")
    func kept() throws {
        let snapshot = try plain(.white, width: 400, height: 600)
        let (middle, top) = (
            try #require(Region(x: 100, y: 100, width: 200, height: 200)),
            try #require(Region(x: 0, y: 0, width: 400, height: 20))
        )
        func drawn(keeping kept: Region) throws -> (rows: [Int], result: Redactor.Result) {
            let policy = try Policy(rules: [.init(.screen, .message(.standard))], keep: [.region(kept)])
            let result = try Redactor().redact(RedactionRequest(snapshot, policy: policy))
            let pixels = try DecodedImage(decoding: result.image).takePixels()
            let rows = (0..<600).filter { y in
                (0..<400).contains { x in ![[0xF2, 0xF2, 0xF7], [255, 255, 255]].contains(pixels.samples(x: x, y: y)) }
            }
            return (rows, result)
        }
        let beside = try drawn(keeping: top)
        #expect(try #require(beside.rows.first) < 200)
        #expect(beside.result.receipt.covered.allSatisfy { $0.message == nil })
        // The largest part that is left is below.
        #expect(try #require(drawn(keeping: middle).rows.first) >= 300)
        let most = try #require(Region(x: 5, y: 5, width: 390, height: 590))
        let omitted = try drawn(keeping: most)
        #expect(omitted.rows.isEmpty)
        #expect(omitted.result.receipt.covered.allSatisfy { $0.message == .omitted })
    }

    @Test("a message that the fonts cannot draw is refused, naming the place")
    func impossible() throws {
        let style = Style.message(try Message(title: "a\u{1E4D0}"))
        let rules = try [Policy.Rule(.region(cell), .fill(.black)), Policy.Rule(.region(cell), style)]
        let error = #expect(throws: RedactionError.self) { try redact(plain(.white), rules) }
        guard case .policy(let problem) = error else { throw CancellationError() }
        #expect(problem.code == "message-impossible")
        #expect(problem.pointer?.description == "/rules/1/style/message/title")
        #expect(problem.description.contains("U+1E4D0"))
    }

    @Test("a text size is in the units of the policy, and one that cannot be read is refused")
    func textSize() throws {
        func height(_ textSize: Double, _ unit: LengthUnit) throws -> Int {
            let message = try Message(text: "H", textSize: textSize)
            let policy = try Policy(unit: unit, rules: [.init(.screen, .message(message))])
            let result = try Redactor().redact(RedactionRequest(plain(.white, width: 200, height: 200), policy: policy))
                .image
            let pixels = try DecodedImage(decoding: result).takePixels()
            return (0..<200).count { y in (0..<200).contains { pixels.samples(x: $0, y: y) != [0xF2, 0xF2, 0xF7] } }
        }
        #expect(try (28...32).contains(height(40, .pixels)))
        #expect(try height(40, .pixels) == height(20, .points(scale: 2)))
        #expect(try height(40, .pixels) == height(0.2, .ratio))
        let error = #expect(throws: RedactionError.self) { try height(5, .pixels) }
        guard case .policy(.lengthOutOfRange(let pointer, _, _)) = error else { throw CancellationError() }
        #expect(pointer.description == "/rules/0/style/message/textSize")
    }

    private var cell: Region {
        get throws { try #require(Region(x: 8, y: 8, width: 64, height: 48)) }
    }
    private let rect = PixelRect(x: 8, y: 8, width: 64, height: 48)

    /// A picture of one colour, and of another in some rectangles.
    private func plain(
        _ color: Color,
        _ format: ImageFormat = .png,
        but other: Color = .black,
        in rects: [PixelRect?] = [],
        width: Int = 96,
        height: Int = 80
    ) throws -> SecureBytes {
        var pixels = try PixelBuffer(
            try #require(PixelSize(width: width, height: height)),
            format: .rgb,
            filledWith: color
        )
        for rect in rects {
            try Fill(color: other).apply(to: &pixels, in: try #require(rect.flatMap { PaintArea($0) }))
        }
        return try pixels.encoded(format == .png ? .png() : .jpeg())
    }

    private func redact(
        _ snapshot: SecureBytes,
        _ rules: [Policy.Rule],
        covers: CoverCache? = nil
    ) throws -> Redactor.Result {
        try Redactor(covers: covers).redact(RedactionRequest(snapshot, policy: Policy(rules: rules)))
    }
}
