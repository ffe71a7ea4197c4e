import Detection
import ImageCore
import SecureMemory
import Testing

@testable import Exposure

@Suite("Likeness to a splash")
struct SplashTests {
    /// Squares of many colours, which by themselves look like a picture of an app.
    private func splash() -> Screen {
        Screen { x, y in (UInt8(x / 90 * 19 % 256), UInt8(y / 110 * 37 % 256), UInt8((x / 90 + y / 110) * 53 % 256)) }
    }

    private func exposure(_ screen: Screen, _ splash: borrowing PixelBuffer) throws -> Exposure {
        try Exposure(of: screen.pixels(), sightings: Sightings(lines: []), splash: Splash(splash), scale: Screen.scale)
    }

    @Test("the splash hides an app, whatever it shows")
    func same() throws {
        let exposure = try exposure(splash(), splash().pixels())
        #expect(exposure.verdict == .hidden)
        #expect(exposure.hiddenBy == .splash)
        #expect(exposure.evidence.splashLikeness == 1)
        let without = try Exposure(of: splash().pixels(), sightings: Sightings(lines: []))
        #expect(without.verdict == .visible)
        #expect(without.evidence.splashLikeness == nil)
    }

    @Test("a splash of another size is the same")
    func scaled() throws {
        let full = try splash().pixels()
        let size = try #require(PixelSize(width: full.size.width / 2, height: full.size.height / 2))
        let half = try PixelBuffer.rows(of: size, format: .rgb) { y, samples in
            for x in 0..<size.width {
                let pixel = full.samples(x: 2 * x, y: 2 * y)
                for channel in 0..<3 { samples[3 * x + channel] = pixel[channel] }
            }
        }
        #expect(try exposure(splash(), half).hiddenBy == .splash)
    }

    @Test("a logo may be a little higher or lower")
    func shifted() throws {
        func screen(_ top: Int) -> Screen {
            var screen = Screen(245, 245, 250)
            screen.fill(405..<765, top..<top + 360, 200, 40, 60)
            screen.fill(485..<685, top + 80..<top + 280, 250, 220, 60)
            return screen
        }
        #expect(try exposure(screen(1080), screen(1050).pixels()).hiddenBy == .splash)
        #expect(try (exposure(screen(1080), screen(500).pixels()).evidence.splashLikeness ?? 1) < 0.9)
    }

    @Test("a line of text on the splash is not the splash")
    func text() throws {
        var screen = splash()
        screen.fill(200..<900, 1190..<1260, 255, 255, 255)
        screen.writeCentered(width: 600, at: 1205)
        let exposure = try exposure(screen, splash().pixels())
        #expect(exposure.verdict == .visible)
        #expect((exposure.evidence.splashLikeness ?? 1) < 0.95)
    }

    @Test("another colour is not the splash")
    func color() throws {
        #expect(try exposure(Screen.app(), Screen(255, 255, 255).pixels()).verdict == .visible)
        #expect(try exposure(Screen(10, 10, 10), Screen(255, 255, 255).pixels()).hiddenBy == .flat)
    }
}
