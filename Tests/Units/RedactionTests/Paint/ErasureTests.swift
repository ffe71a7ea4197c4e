import ImageCore
import Messages
import Redaction
import SecureMemory
import Testing

@Suite("Erased means erased: what was covered does not reach the output file")
struct ErasureTests {
    private static let erasing: [Style] = [
        .fill(.black),
        .image(.init(asset: "cover", contentMode: .aspectFit, background: .white)),
        .veil(radius: nil),
        .message(.standard),
        .label(numbered: true),
    ]

    private static let obscuring: [Style] = [.blur(radius: 4), .pixelate(block: 8)]

    @Test("every style is known here, by what it promises")
    func allStyles() {
        #expect(Self.erasing.allSatisfy { $0.assurance == .erased })
        #expect(Self.obscuring.allSatisfy { $0.assurance == .obscured })
        #expect((Self.erasing + Self.obscuring).map(\.kind).sorted() == Style.kinds.sorted())
    }

    @Test(
        "two JPEGs that differ only under the target give the same bytes, wherever it lies in their blocks",
        arguments: Screen.JPEG.all,
        Screen.Ink.allCases
    )
    func jpeg(_ jpeg: Screen.JPEG, ink: Screen.Ink) throws {
        // Every column and every row of the largest block there is.
        for phase in 0..<16 {
            let rect = [21 + phase, 13 + phase * 5 % 16, 24, 14]
            let snapshots = try [UInt64](1...3).map { try Screen(secret: $0, in: rect, ink: ink).encoded(jpeg) }
            #expect(Set(snapshots.map { $0.withUnsafeBytes(Array.init) }).count == 3)
            for style in Self.erasing {
                let outputs = try snapshots.map { try redact($0, rect, style).withUnsafeBytes(Array.init) }
                #expect(Set(outputs).count == 1, "\(style.kind) at \(rect)")
            }
        }
    }

    @Test(
        "so they do where all of the snapshot is decoded and written without loss",
        arguments: Screen.JPEG.all,
        Screen.Ink.allCases
    )
    func decodedJPEG(_ jpeg: Screen.JPEG, ink: Screen.Ink) throws {
        for phase in 0..<16 {
            let rect = [21 + phase, 13 + phase * 5 % 16, 24, 14]
            let outputs = try [UInt64](1...3).map { secret in
                let snapshot = try Screen(secret: secret, in: rect, ink: ink).encoded(jpeg)
                return try redact(snapshot, rect, .fill(.black), to: .png).withUnsafeBytes(Array.init)
            }
            #expect(Set(outputs).count == 1, "\(rect)")
        }
    }

    @Test("two PNGs that differ only under the target give the same bytes", arguments: Screen.Ink.allCases)
    func png(ink: Screen.Ink) throws {
        let rect = [30, 20, 31, 17]
        let snapshots = try [UInt64](1...3).map { try Screen(secret: $0, in: rect, ink: ink).encoded() }
        #expect(Set(snapshots.map { $0.withUnsafeBytes(Array.init) }).count == 3)
        for style in Self.erasing {
            let outputs = try snapshots.map { try redact($0, rect, style).withUnsafeBytes(Array.init) }
            #expect(Set(outputs).count == 1)
        }
        // The test can tell: a style that only obscures gives different files.
        let blurred = try snapshots.map { try redact($0, rect, .blur(radius: 4)).withUnsafeBytes(Array.init) }
        #expect(Set(blurred).count == 3)
    }

    @Test("whether the picture had alpha does not show where all of it that was translucent is covered")
    func alpha() throws {
        let size = try #require(PixelSize(width: 20, height: 12))
        let cell = try #require(Region(x: 3, y: 2, width: 6, height: 5))
        let policy = try Policy(rules: [Policy.Rule(.region(cell), .fill(.black))])
        let opaque: [UInt8] = (0..<size.area).flatMap { [UInt8(truncatingIfNeeded: $0 * 7), 40, 90] as [UInt8] }
        var translucent = stride(from: 0, to: opaque.count, by: 3).flatMap { opaque[$0..<$0 + 3] + [255] }
        translucent[(4 * size.width + 5) * 4 + 3] = 128
        let rgb = try PixelBuffer(size, format: .rgb, samples: opaque).encoded(.png())
        let rgba = try PixelBuffer(size, format: .rgba, samples: translucent).encoded(.png())
        #expect(
            try Redactor().redact(RedactionRequest(rgb, policy: policy)).image
                == Redactor().redact(RedactionRequest(rgba, policy: policy)).image
        )
        // What is translucent and stays does show.
        let elsewhere = try #require(Region(x: 12, y: 2, width: 6, height: 5))
        let other = try Policy(rules: [Policy.Rule(.region(elsewhere), .fill(.black))])
        let result = try DecodedImage(decoding: Redactor().redact(RedactionRequest(rgba, policy: other)).image)
            .takePixels()
        #expect(result.samples(x: 5, y: 4) == [UInt8(truncatingIfNeeded: (4 * size.width + 5) * 7), 40, 90, 128])
    }

    @Test("what is obscured shows nowhere but under the style that obscures it, veils beside it included")
    func obscuredNeighbours() throws {
        let secret = [40, 30, 20, 12]
        let hidden = try #require(Region(x: 40, y: 30, width: 20, height: 12))
        let beside = try #require(Region(x: 30, y: 42, width: 40, height: 12))
        for obscuring in [Style.blur(radius: 40), .pixelate(block: 20)] {
            let rules = [Policy.Rule(.region(beside), .veil(radius: 1)), Policy.Rule(.region(hidden), obscuring)]
            for rules in [rules, rules.reversed()] {
                let veils = try [UInt64](1...3).map { seed in
                    let snapshot = try Screen(secret: seed, in: secret).encoded()
                    let result = try Redactor().redact(RedactionRequest(snapshot, policy: Policy(rules: rules))).image
                    let pixels = try DecodedImage(decoding: result).takePixels()
                    return pixels.samples(in: try #require(PixelRect(x: 30, y: 42, width: 40, height: 12)))
                }
                #expect(Set(veils).count == 1)
            }
        }
    }

    @Test(
        "what one rule erases reaches no output pixel through another, whichever is painted first",
        arguments: [Style.blur(radius: 6), .pixelate(block: 16)],
        [[0, 0, 96, 80], [25, 20, 40, 25]]
    )
    func order(obscuring: Style, obscured: [Int]) throws {
        for isErasedLast in [true, false] { try order(obscuring, obscured, isErasedLast: isErasedLast) }
    }

    private func order(_ obscuring: Style, _ obscured: [Int], isErasedLast: Bool) throws {
        let rect = [40, 30, 20, 12]
        let region = try #require(Region(x: 40, y: 30, width: 20, height: 12))
        for style in Self.erasing {
            let erase = Policy.Rule(.region(region), style)
            let obscure = Policy.Rule(.region(try self.region(obscured)), obscuring)
            let policy = try Policy(rules: isErasedLast ? [obscure, erase] : [erase, obscure])
            let outputs = try [UInt64](1...3).map { secret in
                let snapshot = try Screen(secret: secret, in: rect).encoded(Screen.JPEG.all[0])
                let assets = style.kind == "image" ? ["cover": try cover()] : [:]
                return try Redactor().redact(RedactionRequest(snapshot, policy: policy, assets: assets)).image
                    .withUnsafeBytes(Array.init)
            }
            #expect(Set(outputs).count == 1)
        }
    }

    @Test(
        "a veil beside what another rule erases does not look at it, whichever is painted first",
        arguments: [true, false]
    )
    func neighbours(isVeilFirst: Bool) throws {
        let secret = [40, 30, 20, 12]
        let hidden = try #require(Region(x: 40, y: 30, width: 20, height: 12))
        let beside = try #require(Region(x: 60, y: 20, width: 30, height: 40))
        for style in Self.erasing {
            for jpeg in [Screen.JPEG.all[0], Screen.JPEG.all[2]] {
                let rules = [Policy.Rule(.region(beside), .veil(radius: nil)), Policy.Rule(.region(hidden), style)]
                let policy = try Policy(rules: isVeilFirst ? rules : rules.reversed())
                let outputs = try [UInt64](1...3).map { seed in
                    let snapshot = try Screen(secret: seed, in: secret).encoded(jpeg)
                    let assets = style.kind == "image" ? ["cover": try cover()] : [:]
                    return try Redactor().redact(RedactionRequest(snapshot, policy: policy, assets: assets)).image
                        .withUnsafeBytes(Array.init)
                }
                #expect(Set(outputs).count == 1)
            }
        }
    }

    @Test(
        "the same snapshot and policy give the same bytes",
        arguments: [
            Style.blur(radius: 3), .pixelate(block: 5), .fill(.white), .veil(radius: 9), .label(numbered: true),
        ]
    )
    func deterministic(style: Style) throws {
        let snapshot = try Screen(secret: 1, in: [0, 0, 90, 70]).encoded(Screen.JPEG.all[2])
        #expect(try redact(snapshot, [3, 3, 50, 50], style) == redact(snapshot, [3, 3, 50, 50], style))
    }

    private func redact(
        _ snapshot: SecureBytes,
        _ rect: [Int],
        _ style: Style,
        to format: OutputFormat.Kind? = nil
    ) throws -> SecureBytes {
        let policy = try Policy(rules: [Policy.Rule(.region(try region(rect)), style)])
        let assets = style.kind == "image" ? ["cover": try cover()] : [:]
        let output = OutputOptions(formats: format.map { [$0] } ?? OutputFormat.Kind.allCases)
        return try Redactor().redact(RedactionRequest(snapshot, policy: policy, assets: assets, output: output)).image
    }

    private func region(_ rect: [Int]) throws -> Region {
        let numbers = rect.map(Double.init)
        return try #require(Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }

    private func cover() throws -> SecureBytes {
        try Screen(secret: 9, in: [0, 0, 40, 40]).encoded(Screen.JPEG.all[0])
    }
}
