import BoundedWork
import ImageCore
import Redaction
import SecureMemory
import Synchronization
import Testing

@testable import ImageFixtures

@Suite("A redactor paints what the policy says and reports it")
struct RedactorTests {
    @Test("rules paint in order, and what is kept shows through all of them")
    func order() throws {
        let result = try redact(
            """
            { "name": "layers", "rules": [
                { "target": "screen", "style": { "fill": { "color": "#f00" } } },
                { "target": { "region": { "x": 10, "y": 10, "width": 20, "height": 20 } },
                  "style": { "fill": { "color": "#0f0" } } } ],
              "keep": [ { "region": { "x": 20, "y": 20, "width": 20, "height": 20 } } ] }
            """,
            on: try blank(60, 50)
        )
        let pixels = try DecodedImage(decoding: result.image).takePixels()
        #expect(pixels.samples(x: 0, y: 0) == [255, 0, 0])
        #expect(pixels.samples(x: 10, y: 10) == [0, 255, 0])
        #expect(pixels.samples(x: 19, y: 29) == [0, 255, 0])
        #expect(pixels.samples(x: 20, y: 20) == [200, 200, 200])
        #expect(pixels.samples(x: 39, y: 39) == [200, 200, 200])
        #expect(pixels.samples(x: 40, y: 39) == [255, 0, 0])
        #expect(result.receipt.policy == "layers")
        #expect(result.receipt.assurance == .erased)
        // Four rectangles round the kept one for the screen, two for the region that it cuts.
        #expect(result.receipt.covered.map(\.rule) == [0, 0, 0, 0, 1, 1])
        let covered = result.receipt.covered.filter { $0.rule == 0 }.map { $0.rect.width * $0.rect.height }.reduce(0, +)
        #expect(covered == 60 * 50 - 20 * 20)
    }

    @Test("the assurance of the whole is that of its weakest rule")
    func weakest() throws {
        let result = try redact(
            """
            { "rules": [
                { "target": { "region": { "x": 0, "y": 0, "width": 10, "height": 10 } },
                  "style": { "fill": { "color": "#000" } } },
                { "target": { "region": { "x": 20, "y": 0, "width": 10, "height": 10 } },
                  "style": { "pixelate": { "block": 5 } } } ] }
            """,
            on: try blank(40, 40)
        )
        #expect(result.receipt.assurance == .obscured)
        #expect(result.receipt.covered.map(\.assurance) == [.erased, .obscured])
        #expect(result.receipt.covered.map(\.style) == ["fill", "pixelate"])
    }

    @Test("a bound on the memory of a picture counts what the encoder of a WebP takes")
    func memoryOfWebP() throws {
        func redacts(within byteCount: Int, _ format: OutputFormat.Kind, quality: Int?) throws -> Bool {
            let policy = try Policy(rules: [.init(.screen, .fill(.black))])
            let output = OutputOptions(formats: [format], quality: quality)
            let request = RedactionRequest(try blank(10, 10), policy: policy, output: output)
            return (try? Redactor().restricted(toPictureBytes: byteCount).redact(request)) != nil
        }
        for (format, quality, byteCount) in [
            (OutputFormat.Kind.png, nil, 800), (.jpeg, 80, 800), (.webp, nil, 4000), (.webp, 80, 5200),
        ] {
            #expect(try redacts(within: byteCount, format, quality: quality))
            #expect(try !redacts(within: byteCount - 1, format, quality: quality))
        }
    }

    @Test(
        "a region on a JPEG covers the blocks that it touches, and a pixel more where all is decoded; the receipt says so"
    )
    func jpegGrowth() throws {
        let snapshot = try blank(96, 96, format: .jpeg)
        let policy =
            ##"{ "rules": [ { "target": { "region": { "x": 40, "y": 40, "width": 4, "height": 4 } }, "style": { "fill": { "color": "#00f" } } } ] }"##
        // 4:2:0 has units of 16 pixels.
        for (format, expected) in [(OutputFormat.Kind.jpeg, [32, 32, 16, 16]), (.png, [31, 31, 18, 18])] {
            let result = try redact(policy, on: snapshot, output: OutputOptions(formats: [format]))
            let rect = try #require(result.receipt.covered.first?.rect)
            #expect([rect.x, rect.y, rect.width, rect.height] == expected)
        }
    }

    @Test("the format is the snapshot's unless another is asked for")
    func formats() throws {
        let policy = ##"{ "rules": [ { "target": "screen", "style": { "fill": { "color": "#000" } } } ] }"##
        // HEIC is read alone.
        for format in ImageFormat.allCases where format != .heic {
            let snapshot = try blank(20, 20, format: format)
            #expect(try redact(policy, on: snapshot).format == OutputFormat.Kind(format))
            for wanted in OutputFormat.Kind.allCases {
                let result = try redact(policy, on: snapshot, output: OutputOptions(formats: [wanted]))
                #expect(result.format == wanted)
                #expect(try DecodedImage(decoding: result.image).format.rawValue == wanted.rawValue)
                #expect(result.receipt.snapshot.format == format)
            }
        }
    }

    @Test("work that nobody waits for any more ends without a result")
    func cancellation() throws {
        let policy = try Policy(rules: Array(repeating: Policy.Rule(.screen, .fill(.black)), count: 10))
        let cancellation = Cancellation()
        let steps = Atomic(0)
        // Asked for its threads, each step but the first finds that nobody waits any more.
        let work = WorkContext(cancellation: cancellation) {
            if steps.add(1, ordering: .relaxed).newValue == 2 { cancellation.cancel() }
            return 1
        }
        #expect(throws: RedactionError.cancelled) {
            _ = try Redactor().redact(RedactionRequest(try blank(20, 20), policy: policy), work: work)
        }
        #expect(steps.load(ordering: .relaxed) == 2)
    }

    @Test("assets are checked before any work: one that is missing, broken or not used is an error")
    func assets() throws {
        let image = #"{ "rules": [ { "target": "screen", "style": { "image": { "asset": "a" } } } ] }"#
        let fill = ##"{ "rules": [ { "target": "screen", "style": { "fill": { "color": "#000" } } } ] }"##
        let broken = try SecureBytes(copying: [1, 2, 3])
        let snapshot = try blank(20, 20)
        #expect(throws: RedactionError.policy(.assetMissing(rule: 0, name: "a"))) { try redact(image, on: snapshot) }
        #expect(throws: RedactionError.policy(.assetUnused(name: "b"))) {
            try redact(fill, on: snapshot, assets: ["b": snapshot])
        }
        let error = #expect(throws: RedactionError.self) { try redact(image, on: snapshot, assets: ["a": broken]) }
        guard case .policy(.assetInvalid(name: "a", _))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a picture that need not be there is replaced by its background, and the receipt says so")
    func optionalAsset() throws {
        let style = ##"{ "image": { "asset": "a", "background": "#123456", "required": false } }"##
        let policy = #"{ "rules": [ { "target": "screen", "style": \#(style), "padding": 1 } ] }"#
        let snapshot = try blank(20, 20)
        let plain = try redact(policy, on: snapshot)
        #expect(try DecodedImage(decoding: plain.image).takePixels().samples(x: 9, y: 9) == [0x12, 0x34, 0x56])
        #expect(plain.receipt.covered.map(\.style) == ["fill"])
        let covered = try redact(policy, on: snapshot, assets: ["a": snapshot])
        #expect(try DecodedImage(decoding: covered.image).takePixels().samples(x: 9, y: 9) == [200, 200, 200])
        #expect(covered.receipt.covered.map(\.style) == ["image"])
    }

    private func blank(_ width: Int, _ height: Int, format: ImageFormat = .png) throws -> SecureBytes {
        let size = try #require(PixelSize(width: width, height: height))
        let grey = Color(red: 200, green: 200, blue: 200)
        let pixels = try PixelBuffer(size, format: .rgb, filledWith: grey)
        return switch format {
        case .png: try pixels.encoded(.png())
        case .jpeg, .heic: try pixels.encoded(.jpeg())
        case .webp: try pixels.encoded(.webP())
        case .ktx:
            try SecureBytes(copying: TextureFixture(picture: .flat(width, height, [200, 200, 200])).ktx())
        }
    }

    private func redact(
        _ policy: String,
        on snapshot: SecureBytes,
        assets: [String: SecureBytes] = [:],
        output: OutputOptions = OutputOptions()
    ) throws -> Redactor.Result {
        let policy = try Policy(parsing: SecureBytes(copying: Array(policy.utf8)))
        return try Redactor().redact(RedactionRequest(snapshot, policy: policy, assets: assets, output: output))
    }

    @Test("the file does not depend on the number of threads", arguments: OutputFormat.Kind.allCases)
    func threads(format: OutputFormat.Kind) throws {
        let snapshot = try Screen(secret: 5, in: [8, 8, 60, 60]).encoded()
        let policy = try Policy(
            parsing: SecureBytes(
                copying: Array(
                    """
                    { "rules": [
                        { "target": "screen", "style": { "blur": { "radius": 2 } } },
                        { "target": { "region": { "x": 3, "y": 1, "width": 70, "height": 77 } },
                          "style": { "blur": { "radius": 9 } } } ] }
                    """.utf8
                )
            )
        )
        let files = try [1, 2, 5].map { threads in
            try Redactor().redact(
                RedactionRequest(
                    snapshot,
                    policy: policy,
                    output: OutputOptions(formats: [format])
                ),
                work: WorkContext(threads: { threads })
            ).image
        }
        #expect(files[0] == files[1] && files[0] == files[2])
    }
}
