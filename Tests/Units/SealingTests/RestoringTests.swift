import AgeEncryption
import ImageCore
import Redaction
import Samples
import SecureMemory
import Testing

@testable import Sealing

@Suite("What was covered comes back exactly")
struct RestoringTests {
    private static let regions = [Rules.region(16, 109, 361, 46), Rules.region(101, 303, 77, 91, Rules.blur)].joined(
        separator: ","
    )

    @Test(
        "every pixel is as it was decoded, whatever the formats, the style and the target",
        arguments: [
            regions, Rules.screen(), Rules.screen(Rules.blur), Rules.region(3, 7, 500, 400, Rules.veil),
            "\(regions),\(Rules.region(0, 0, 1179, 2556))",
        ]
    )
    func pixels(rules: String) throws {
        for fileExtension in ["png", "jpg"] {
            let snapshot = try Sample.iosLogin.picture(fileExtension)
            for output in [
                OutputOptions(), OutputOptions(formats: [.webp], quality: 60), OutputOptions(formats: [.jpeg]),
            ] {
                #expect(try SealedPicture(snapshot, rules: rules, output: output).isRestored)
            }
        }
    }

    @Test("sealing changes nothing in the picture, and in the receipt only what it says of sealing")
    func samePicture() throws {
        for fileExtension in ["png", "jpg"] {
            for rules in [Self.regions, Rules.screen(), Rules.screen(Rules.blur)] {
                let sealed = try SealedPicture(Sample.iosLogin.picture(fileExtension), rules: rules)
                let policy = try Policy(parsing: SecureBytes(copying: Array("{\"rules\":[\(rules)]}".utf8)))
                let plain = try Redactor().redact(RedactionRequest(sealed.snapshot, policy: policy))
                #expect(sealed.result.image == plain.image)
                #expect(sealed.result.receipt.covered == plain.receipt.covered)
                #expect(plain.receipt.sealed == nil)
                #expect(plain.covered == nil)
                #expect(sealed.result.receipt.sealed?.recipients == 1)
            }
        }
    }

    @Test("only the covered rectangles are sealed, each once; all of the picture where others would change, too")
    func rectangles() throws {
        let snapshot = try Sample.iosLogin.picture("png")
        let region = Rules.region(10, 20, 30, 40)
        let twice = try SealedPicture(snapshot, rules: "\(region),\(region),\(Rules.region(12, 22, 5, 5))").pixels
        #expect(
            twice.parts.map(\.rect) == [
                PixelRect(x: 10, y: 20, width: 30, height: 40), PixelRect(x: 12, y: 22, width: 5, height: 5),
            ]
        )
        let lossy = try SealedPicture(snapshot, rules: region, output: OutputOptions(formats: [.jpeg])).pixels
        #expect(lossy.parts.map(\.rect) == [PixelRect(lossy.size)])
        let overlapping = try SealedPicture(snapshot, rules: "\(Rules.screen()),\(region)").pixels
        #expect(overlapping.parts.map(\.rect) == [PixelRect(overlapping.size)])
    }

    @Test(
        "snapshots that differ only below the covers give the same picture and receipt, and sealed files of one length"
    )
    func nonInterference() throws {
        let rules = [Rules.region(16, 109, 361, 46), Rules.region(100, 300, 70, 90, Rules.veil)].joined(separator: ",")
        let one = try SealedPicture(Sample.iosLogin.picture("png"), rules: rules)
        var pixels = try DecodedImage(decoding: one.snapshot).takePixels().withAlpha()
        // Transparent, so that the file has alpha because of covered pixels alone.
        let part = try PixelBuffer(
            #require(PixelSize(width: 361, height: 46)),
            format: .rgba,
            samples: (0..<361 * 46 * 4).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        )
        pixels.replace(try #require(PixelRect(x: 16, y: 109, width: 361, height: 46)), by: part)
        let other = try SealedPicture(pixels.encoded(.png()), rules: rules)
        #expect(one.result.image == other.result.image)
        #expect(one.result.receipt == other.result.receipt)
        #expect(one.sealed.count == other.sealed.count)
        #expect(try one.content != other.content)
        #expect(try other.isRestored)
    }

    @Test("a policy and an operator can forbid it, and the receipt says who did")
    func forbidden() throws {
        let never = try Policy(
            parsing: SecureBytes(copying: Array("{\"seal\":\"never\",\"rules\":[\(Self.regions)]}".utf8))
        )
        let allowed = try Policy(parsing: SecureBytes(copying: Array("{\"rules\":[\(Self.regions)]}".utf8)))
        for (policy, sealing, prohibition) in [
            (never, Redaction.Sealing.wanted(recipients: 3), SealingFate.Prohibition.policy),
            (never, .notWanted, .policy),
            (never, .forbidden, .policy), (allowed, .forbidden, .operator),
        ] {
            var request = RedactionRequest(try Sample.iosLogin.picture("png"), policy: policy)
            request.sealing = sealing
            let result = try Redactor().redact(request)
            #expect(result.covered == nil)
            #expect(result.receipt.sealed?.recipients == 0)
            #expect(result.receipt.sealed?.forbidden == prohibition)
        }
    }
}
