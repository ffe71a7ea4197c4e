import BoundedWork
import ImageCore
import Testing

@testable import ImageFixtures

@Suite("Nothing comes of work that was called off")
struct CancelledWorkTests {
    /// Work that is called off as soon as it asks for threads, which is after it has begun.
    private static func abandoned() -> WorkContext {
        let cancellation = Cancellation()
        return WorkContext(cancellation: cancellation) {
            cancellation.cancel()
            return 1
        }
    }

    /// Work that is called off before it begins.
    private static func unwanted() -> WorkContext {
        let cancellation = Cancellation()
        cancellation.cancel()
        return WorkContext(cancellation: cancellation)
    }

    @Test("an effect says so, on opaque and on translucent pixels", arguments: [3, 4])
    func effects(channels: Int) throws {
        let picture = Picture.noise(150, 90, channels: channels, seed: 1)
        let content = try PixelBuffer(Picture.noise(70, 50, channels: 4, seed: 2))
        let overlay = try ImageOverlay(content: content)
        let placard = Placard(
            background: .white,
            content: try PixelBuffer(Picture.noise(9, 9, channels: 3, seed: 3)),
            x: 1,
            y: 1
        )
        for work in [Self.unwanted(), Self.abandoned()] {
            try expectCancelled(GaussianBlur(sigma: 2), picture, work)
            try expectCancelled(GaussianBlur(sigma: 9), picture, work)
            try expectCancelled(Pixelate(block: 7), picture, work)
            try expectCancelled(Veil(), picture, work)
            try expectCancelled(overlay, picture, work)
        }
        try expectCancelled(Fill(color: .black), picture, Self.unwanted())
        try expectCancelled(placard, picture, Self.unwanted())
        try expectCancelled(Label(nil), picture, Self.unwanted())
    }

    private func expectCancelled(
        _ effect: borrowing some Effect & ~Copyable,
        _ picture: Picture,
        _ work: WorkContext
    ) throws {
        var pixels = try PixelBuffer(picture)
        let area = try #require(PaintArea(PixelRect(pixels.size)))
        do {
            try effect.apply(to: &pixels, in: area, work: work)
            Issue.record("the effect was applied")
        } catch {
            #expect(error == .cancelled)
        }
    }

    @Test("a PNG is not written", arguments: PNGCompression.allCases)
    func png(compression: PNGCompression) throws {
        let format = OutputFormat.png(compression)
        for picture in [Picture.noise(90, 70, channels: 4, seed: 1), .flat(90, 70, [1, 2, 3])] {
            let pixels = try PixelBuffer(picture)
            for work in [Self.unwanted(), Self.abandoned()] {
                do {
                    _ = try pixels.encoded(format, work: work)
                    Issue.record("a file was written")
                } catch {
                    #expect(error == .cancelled)
                }
            }
        }
    }

    @Test("an overlay is not made")
    func overlay() throws {
        let size = try #require(PixelSize(width: 40, height: 30))
        let overlay = try ImageOverlay(content: PixelBuffer(Picture.noise(70, 50, channels: 4, seed: 2)))
        for work in [Self.unwanted(), Self.abandoned()] {
            #expect(throws: WorkFailure.cancelled) { _ = try overlay.prepared(for: size, work: work).content.size }
        }
    }
}
