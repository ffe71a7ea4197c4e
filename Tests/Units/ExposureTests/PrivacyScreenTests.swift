import BoundedWork
import Detection
import ImageCore
import SecureMemory
import Testing

@testable import Exposure

@Suite("Privacy screens and what looks like them")
struct PrivacyScreenTests {
    private func judge(_ screen: Screen, _ lines: [TextLine]?, faces: Int = 0, codes: Int = 0) throws -> Exposure {
        try Exposure(
            of: screen.pixels(),
            sightings: Sightings(lines: lines, faceCount: faces, codeCount: codes),
            scale: Screen.scale
        )
    }

    @Test("a colour hides an app, whether text was looked for or not", arguments: [0, 128, 255] as [UInt8])
    func plain(light: UInt8) throws {
        for lines in [nil, []] as [[TextLine]?] {
            let exposure = try judge(Screen(light, light, 90), lines)
            #expect(exposure.verdict == .hidden)
            #expect(exposure.hiddenBy == .flat)
            #expect(exposure.evidence.flatShare == 1)
        }
    }

    @Test("a gradient hides an app, along a line or out of a point")
    func gradients() throws {
        let line = Screen { x, y in (UInt8((x + y) * 200 / 3702), 60, UInt8(255 - y * 200 / 2532)) }
        let point = Screen { x, y in
            let (dx, dy) = (Double(x - 585), Double(y - 1000))
            return (20, UInt8(min((dx * dx + dy * dy).squareRoot() / 8, 230)), 120)
        }
        for screen in [line, point] {
            let exposure = try judge(screen, nil)
            #expect(exposure.verdict == .hidden)
            #expect(exposure.hiddenBy == .flat)
        }
    }

    @Test("a few centred lines hide an app")
    func message() throws {
        var screen = Screen()
        let title = screen.writeCentered(width: 520, at: 1200)
        let detail = screen.writeCentered(width: 700, at: 1300, height: 28)
        let lines = [try TextLine("Hidden while inactive", title), try TextLine("Open the app to continue.", detail)]
        let exposure = try judge(screen, lines)
        #expect(exposure.verdict == .hidden)
        #expect(exposure.hiddenBy == .message)
        #expect(exposure.evidence.lineCount == 2)
        #expect(exposure.evidence.characterCount == 46)
    }

    @Test("where text was not looked for, anything sharp shows an app")
    func unread() throws {
        var screen = Screen()
        screen.writeCentered(width: 520, at: 1200)
        let exposure = try judge(screen, nil)
        #expect(exposure.verdict == .visible)
        #expect(exposure.evidence.lineCount == nil)
        #expect(exposure.evidence.interfaceSign == "detail that may be text, which was not looked for")
    }

    @Test("a centred amount or address shows an app", arguments: ["4,321.09", "anna@example.org"])
    func values(text: String) throws {
        var screen = Screen()
        let caption = screen.writeCentered(width: 320, at: 1100)
        let value = screen.writeCentered(width: 420, at: 1200, height: 90)
        let lines = [try TextLine("Your balance", caption), try TextLine(text, value)]
        #expect(try judge(screen, lines).evidence.interfaceSign == "text with digits or an address")
        #expect(try judge(screen, lines).verdict == .visible)
    }

    @Test("three lines that begin at the left show an app")
    func left() throws {
        var screen = Screen()
        var lines: [TextLine] = []
        for (index, width) in [500, 620, 380].enumerated() {
            let place = (60..<60 + width, 900 + index * 90..<936 + index * 90)
            screen.write(place.0, place.1)
            lines.append(try TextLine("Some words", place))
        }
        #expect(try judge(screen, lines).verdict == .visible)
    }

    @Test("a message beneath a bar shows an app")
    func bar() throws {
        var screen = Screen()
        screen.fill(0..<Screen.width, 0..<280, 40, 40, 60)
        let line = try TextLine("Nothing here", screen.writeCentered(width: 320, at: 1200))
        #expect(try judge(screen, [line]).verdict == .visible)
    }

    @Test("a logo hides an app, but not with a button below it")
    func logo() throws {
        var screen = Screen()
        screen.fill(405..<765, 900..<1260, 200, 40, 60)
        screen.fill(505..<665, 1000..<1160, 255, 255, 255)
        let hidden = try judge(screen, [])
        #expect(hidden.verdict == .hidden)
        #expect(hidden.hiddenBy == .logo)
        #expect(try judge(screen, nil).verdict == .visible)
        screen.fill(72..<1098, 2200..<2350, 40, 90, 220)
        let text = screen.writeCentered(width: 200, at: 2255, 255)
        #expect(try judge(screen, [TextLine("Log in", text)]).verdict == .visible)
        #expect(try judge(screen, []).verdict == .visible)
    }

    @Test("a button in the middle that is not wide shows an app for the text in it")
    func control() throws {
        var screen = Screen()
        screen.fill(435..<735, 1300..<1420, 40, 90, 220)
        let text = screen.writeCentered(width: 130, at: 1342, 255)
        #expect(try judge(screen, [TextLine("Unlock", text)]).evidence.interfaceSign?.contains("button") == true)
    }

    @Test("a face or a code shows an app")
    func found() throws {
        #expect(try judge(Screen(), [], faces: 1).verdict == .visible)
        #expect(try judge(Screen(), [], codes: 1).verdict == .visible)
    }

    @Test("what the system draws at the edges counts for nothing")
    func system() throws {
        var screen = Screen(20, 20, 30)
        screen.write(90..<200, 50..<90, 255)
        screen.fill(402..<768, 2496..<2510, 255, 255, 255)
        let time = try TextLine("9:41", (88..<202, 46..<94))
        #expect(try judge(screen, [time]).hiddenBy == .flat)
        #expect(try judge(screen, nil).hiddenBy == .flat)
    }

    @Test("columns that alternate pixel by pixel are no colour")
    func alternating() throws {
        let screen = Screen { x, y in (x + y) / 3 % 2 == 0 ? (0, 0, 0) : (255, 255, 255) }
        #expect(try judge(screen, []).verdict == .visible)
        #expect(try judge(screen, []).evidence.sharpShare > 0.95)
    }

    @Test("an app shows in colours of the same light")
    func colors() throws {
        var screen = Screen(150, 0, 0)
        for row in 0..<12 { screen.fill(60..<900, 300 + row * 170..<400 + row * 170, 0, 76, 0) }
        #expect(try judge(screen, []).verdict == .visible)
    }

    @Test("what shines through is looked at over white")
    func transparent() throws {
        let size = try #require(PixelSize(width: 300, height: 600))
        let hidden = try PixelBuffer(size, format: .rgba, samples: [UInt8](repeating: 0, count: 300 * 600 * 4))
        #expect(try Exposure(of: hidden, sightings: Sightings()).verdict == .hidden)
        let samples = (0..<300 * 600).flatMap { [0, 0, 0, $0 / 300 / 20 % 2 == 0 ? 255 : 0] as [UInt8] }
        let visible = try PixelBuffer(size, format: .rgba, samples: samples)
        #expect(try Exposure(of: visible, sightings: Sightings(lines: [])).verdict == .visible)
    }

    @Test("pictures of any size are judged")
    func sizes() throws {
        for (width, height) in [(1, 1), (1, 700), (700, 1), (7, 9), (17, 16), (300, 5)] {
            let size = try #require(PixelSize(width: width, height: height))
            let pixels = try PixelBuffer(size, format: .rgb, filledWith: .white)
            let splash = try Splash(pixels)
            let exposure = try Exposure(of: pixels, sightings: Sightings(), splash: splash)
            #expect((0...1).contains(exposure.evidence.splashLikeness ?? -1))
            #expect(exposure.verdict != .blurred)
        }
    }

    @Test("nobody's picture is not judged")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let pixels = try Screen.app().pixels()
        #expect(throws: WorkFailure.cancelled) {
            _ = try Exposure(of: pixels, sightings: Sightings(), cancellation: cancellation)
        }
        #expect(throws: WorkFailure.cancelled) { _ = try Splash(pixels, cancellation: cancellation) }
    }
}
