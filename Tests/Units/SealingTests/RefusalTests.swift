import AgeEncryption
import Foundation
import ImageCore
import Redaction
import Samples
import SecureMemory
import Testing

@testable import Sealing

@Suite("A sealed file that does not fit is refused by name")
struct RefusalTests {
    private static let picture = Result {
        try SealedPicture(Sample.iosLogin.picture("png"), rules: Rules.region(10, 20, 30, 40))
    }

    private func refusal(of content: String, rest: [UInt8] = []) -> UnsealingError? {
        do {
            let bytes = try SecureBytes(copying: Array(content.utf8) + rest)
            _ = try SealedPixels(content: bytes).restored(from: Self.picture.get().result.image)
            return nil
        } catch {
            return (error as any Error) as? UnsealingError
        }
    }

    @Test("another picture, and the same one with a byte more")
    func otherPicture() throws {
        let sealed = try Self.picture.get()
        let longer = try SecureBytes(copying: sealed.result.image.withUnsafeBytes { Array($0) } + [0])
        for picture in [longer, sealed.snapshot, SecureBytes()] {
            #expect(throws: UnsealingError.otherFile) { try sealed.pixels.restored(from: picture) }
        }
    }

    @Test("a receipt that is not the sealed one, and a file that is none")
    func otherReceipt() throws {
        let sealed = try Self.picture.get()
        let other = try SealedPicture(Sample.iosLogin.picture("png"), rules: Rules.region(11, 20, 30, 40)).receipt
        func restore(_ receipt: SecureBytes) throws {
            var sink = MemorySink()
            try Unsealer([SealedPicture.identity.get()]).restore(
                MemorySource(sealed.result.image),
                by: MemorySource(sealed.sealed, pieceByteCount: 777),
                receipt: receipt,
                to: &sink
            )
            #expect(sink.bytes.starts(with: [0x89, 0x50]))
        }
        try restore(sealed.receipt)
        for receipt in [other, try SecureBytes(copying: Array("{}".utf8)), SecureBytes()] {
            #expect {
                try restore(receipt)
            } throws: { error in
                if case UnsealingError.receipt = error { true } else { false }
            }
        }
    }

    @Test("a sealed receipt of other rectangles, or of another size, whoever wrote it")
    func wrongSealedReceipt() throws {
        let sealed = try Self.picture.get()
        let (image, size) = (sealed.result.image, try sealed.size)
        let covered = try #require(sealed.result.covered)
        let receipts = try [
            SealedPicture(sealed.snapshot, rules: Rules.region(11, 20, 30, 40)).receipt,
            SealedPicture(Sample.androidCheckout.picture("png"), rules: Rules.region(10, 20, 30, 40)).receipt,
            SecureBytes(copying: Array("[]".utf8)),
        ]
        for receipt in receipts {
            let file = try Sealer([SealedPicture.identity.get().recipient]).seal(covered, of: image, size, receipt)
            let content = try AgeFile.open(file, with: [SealedPicture.identity.get()])
            #expect {
                _ = try SealedPixels(content: content).restored(from: image)
            } throws: { error in
                if case UnsealingError.receipt = error { true } else { false }
            }
        }
    }

    @Test("what others have encrypted, and versions to come")
    func foreignContent() {
        for content in ["", "hello", "snapveil-sealed", "SNAPVEIL-SEALED/1\n{}\n", "snapveil-sealed/1"] {
            #expect(refusal(of: content) == .notSnapveils)
        }
        #expect(refusal(of: "snapveil-sealed/2\n{}\n") == .unknownVersion("2"))
        #expect(refusal(of: "snapveil-sealed/1\u{1B}[2J\n{}\n").map(\.sentence)?.contains("\u{1B}") == false)
    }

    @Test(
        "heads that lie about sizes, places and lengths",
        arguments: [
            "{}", "[]", "{", #"{"picture":{},"receipt":0,"rectangles":[]}"#,
            head(width: 0), head(width: -1), head(width: 1 << 40), head(receipt: -1), head(receipt: 1 << 50),
            head(receipt: 1),
            head(rectangles: rectangle(x: 0, width: 101)), head(rectangles: rectangle(x: 100)),
            head(rectangles: rectangle(x: -1)), head(rectangles: rectangle(x: 1 << 40)),
            head(rectangles: rectangle(png: -1)), head(rectangles: rectangle(png: 1 << 60)),
            head(rectangles: rectangle() + "," + rectangle()),
            head(
                width: Int(Int32.max),
                rectangles: rectangle(width: Int(Int32.max)) + "," + rectangle(width: Int(Int32.max))
            ),
            head(rectangles: Array(repeating: rectangle(width: 1, height: 1), count: 4097).joined(separator: ",")),
            head(more: #","extra":1"#),
        ]
    )
    func malformed(line: String) {
        let refusal = refusal(of: "snapveil-sealed/1\n\(line)\n")
        guard case .malformed = refusal else {
            Issue.record("\(line.prefix(200)) gave \(refusal.map { "\($0)" } ?? "a picture")")
            return
        }
    }

    @Test("a rectangle whose file is damaged, is no PNG, or has another size")
    func wrongPixels() throws {
        let sealed = try Self.picture.get()
        let (image, receipt) = (sealed.result.image, try sealed.receipt)
        let small = try sealed.pixels.parts[0].png
        var damaged = small.withUnsafeBytes { Array($0) }
        damaged[60] ^= 1
        let other = try SealedPicture(sealed.snapshot, rules: Rules.region(10, 20, 40, 30)).pixels.parts[0].png
        let jpeg = try Sample.iosLogin.picture("jpg")
        for png in [try SecureBytes(copying: damaged), other, jpeg, SecureBytes()] {
            let digest = FileDigest(of: image).hexadecimal
            let rectangle = #"{"x":10,"y":20,"width":30,"height":40,"png":\#(png.count)}"#
            let line = """
                {"picture":{"sha256":"\(digest)","width":1179,"height":2556},"receipt":\(receipt.count),"rectangles":[\(rectangle)]}
                """
            let rest = receipt.withUnsafeBytes { Array($0) } + png.withUnsafeBytes { Array($0) }
            let refusal = refusal(of: "snapveil-sealed/1\n\(line)\n", rest: rest)
            guard case .malformed(let reason) = refusal else {
                Issue.record("it was not refused")
                continue
            }
            #expect(reason.contains(png.count == small.count ? "30x40 at 10,20" : "/rectangles/0/png"))
        }
    }

    private static func head(
        width: Int = 100,
        receipt: Int = 0,
        rectangles: String = "",
        more: String = ""
    ) -> String {
        let digest = String(repeating: "0", count: 64)
        return """
            {"picture":{"sha256":"\(digest)","width":\(width),"height":50},"receipt":\(receipt),"rectangles":[\(rectangles)]\(more)}
            """
    }

    private static func rectangle(x: Int = 0, width: Int = 100, height: Int = 50, png: Int = 0) -> String {
        #"{"x":\#(x),"y":0,"width":\#(width),"height":\#(height),"png":\#(png)}"#
    }
}
