import Foundation
import ImageCore
import Testing

/// 600 screens by default, which take seconds; `SNAPVEIL_GENERATED_SCREENS=10000` looks at as many. Screens differ by their
/// index alone: whatever fails names it. `SNAPVEIL_GENERATED_DIRECTORY=/tmp/screens` gets the sources of those that fail, and a table of
/// what became of all.
@Suite("Everything that shows text is covered, or the reply is an error, on screens of all kinds")
struct GeneratedScreenTests {
    private let screens = 0..<(Int(ProcessInfo.processInfo.environment["SNAPVEIL_GENERATED_SCREENS"] ?? "") ?? 600)

    @Test("all-text leaves no text, and refuses next to no screen", arguments: [("all-text", 2), ("user-input", 2)])
    func levels(level: String, percentRefused: Int) throws {
        var tally = ScreenTally(level)
        for index in screens {
            let screen = ScreenGenerator.screen(index)
            tally.add(try screen.verdict(ofLevel: level), of: screen, groups: screen.groups)
        }
        try tally.write()
        #expect(tally.exposed.isEmpty, "\(tally.firstExposed)")
        #expect(tally.refused.count * 100 <= screens.count * percentRefused, "\(tally)")
    }

    @Test("a picture in another size is refused, or covered at its own scale", arguments: WrongPicture.allCases)
    func wrongPictures(picture: WrongPicture) throws {
        var tally = ScreenTally(picture.rawValue)
        // Each screen meets one of the pictures, so that all together take as long as the right ones.
        for index in screens where index / SourceTool.allCases.count % WrongPicture.allCases.count == picture.order {
            let screen = ScreenGenerator.screen(index)
            let size = try picture.size(of: screen)
            guard screen.isTellable(from: size) else { continue }
            let horizontal = Double(size.width) / Double(screen.display.width)
            let vertical = Double(size.height) / Double(screen.display.height)
            let verdict = try CoverageVerdict(
                of: screen.source,
                level: "all-text",
                texts: screen.shownText().map { $0.stretched(x: horizontal, y: vertical) },
                on: size,
                scale: screen.statedScale
            )
            tally.add(verdict, of: screen, groups: screen.groups)
        }
        try tally.write()
        #expect(tally.exposed.isEmpty, "\(tally.firstExposed)")
        #expect(!tally.refused.isEmpty)
    }
}

extension WrongPicture {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension GeneratedScreen {
    /// What the screen is counted under.
    fileprivate var groups: [String] {
        [tool.rawValue, framework.rawValue, "scale \(display.scale)"]
            + (habits.isEmpty ? ["no habit"] : habits.map(\.rawValue))
    }
}
