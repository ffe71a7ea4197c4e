import Foundation
import ImageCore
import Testing

/// Looks at 600 screens, which takes seconds, or at as many as `SNAPVEIL_GENERATED_SCREENS` says: 10 000 take minutes.
///
/// A screen is made from its index alone, and whatever fails names it. `SNAPVEIL_GENERATED_DIRECTORY` names a directory for the
/// sources of the screens that were refused or show text, and for a table of what became of all.
@Suite("Everything that shows text is covered, or the reply is an error, on screens of all kinds")
struct GeneratedScreenTests {
    private let screens = 0..<(Int(ProcessInfo.processInfo.environment["SNAPVEIL_GENERATED_SCREENS"] ?? "") ?? 600)

    @Test(
        "a level leaves nothing of what it is for, and 2 % of the screens are refused at most",
        arguments: ["all-text", "user-input"]
    )
    func levels(level: String) throws {
        var tally = ScreenTally(level)
        for index in screens {
            let screen = ScreenGenerator.screen(index)
            tally.add(try screen.verdict(ofLevel: level), of: screen)
        }
        try tally.write()
        #expect(tally.exposed.isEmpty, "\(tally.firstExposed)")
        #expect(tally.refused.count * 50 <= screens.count, "\(tally)")
    }

    @Test(
        "with a picture in another size it is refused, or covered at the picture's own scale",
        arguments: WrongPicture.allCases
    )
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
            tally.add(verdict, of: screen)
        }
        try tally.write()
        #expect(tally.exposed.isEmpty, "\(tally.firstExposed)")
        #expect(!tally.refused.isEmpty)
    }
}

extension WrongPicture {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
