import Hierarchy
import SecureMemory
import Testing

@Suite("Generated screens are screens")
struct GeneratorTests {
    private static let screens = (0..<400).map(ScreenGenerator.screen)

    @Test("every source is well-formed and has the format of its tool", arguments: SourceTool.allCases)
    func sources(tool: SourceTool) throws {
        for screen in Self.screens where screen.tool == tool && !screen.writing.isListOfWindows {
            let hierarchy = try Hierarchy(parsing: SecureBytes(copying: Array(screen.source.utf8)))
            #expect(hierarchy.format == (tool.isApple ? .xcuiTest : .uiAutomator))
            #expect(hierarchy.elements.count > 4, "\(screen)")
        }
    }

    @Test("text shows within the display, and that of fields is a part of it")
    func texts() {
        for screen in Self.screens {
            let texts = screen.shownText()
            #expect(texts.allSatisfy { screen.display.box.contains($0) && !$0.isEmpty }, "\(screen)")
            #expect(texts.count > 1, "\(screen)")
            #expect(Set(screen.shownText(ofInputsOnly: true)).isSubset(of: texts), "\(screen)")
        }
    }

    @Test("a screen is the same on every run, and unlike the next one")
    func determinism() {
        #expect(ScreenGenerator.screen(17).source == ScreenGenerator.screen(17).source)
        #expect(Set(Self.screens.map(\.source)).count == Self.screens.count)
    }

    @Test("every habit, framework and scale occurs with every tool that has it")
    func variety() {
        for tool in SourceTool.allCases {
            let screens = Self.screens.filter { $0.tool == tool }
            #expect(Set(screens.map(\.framework)).count == Framework.allCases.count)
            #expect(Set(screens.flatMap(\.habits)) == Set(Habit.allCases.filter { $0.isFound(with: tool) }))
        }
        #expect(Set(Self.screens.map(\.display.scale)).isSuperset(of: [1, 1.5, 2, 2.625, 3, 3.5]))
    }

    @Test("habits leave their mark")
    func marks() {
        for screen in Self.screens {
            let source = screen.source
            func expect(_ isMarked: Bool, _ habit: Habit) {
                if screen.habits.contains(habit) { #expect(isMarked, "\(habit): \(screen)") }
            }
            let isWhole = screen.roots.contains(screen.display.box)
            expect(!isWhole || screen.tool.isApple || screen.habits.contains(.allWindows), .dialog)
            expect(!isWhole, .splitScreen)
            expect(!isWhole, .notch)
            expect(!isWhole, .systemBars)
            expect(screen.display.isLandscape, .rotation)
            expect(source.contains("android.widget.Toast"), .toast)
            let isDialogAlone = screen.habits.contains(.dialog) && !screen.tool.isApple
            let mark = screen.tool.isApple ? #"visible="false""# : #"displayed="false""#
            expect(source.contains(mark) || isDialogAlone, .invisibleNodes)
            expect(source.contains("TypeKeyboard") || !screen.tool.isApple, .keyboard)
        }
    }

    @Test(
        "what a list or another window hides does not show, and what is in no window of the source shows beside them all"
    )
    func visibility() {
        let ink = [PixelBox(0, 0, 50, 20), PixelBox(0, 90, 50, 130), PixelBox(0, 200, 50, 220)]
        let list = ScreenNode(type: "List", box: PixelBox(0, 0, 100, 100), ink: ink, isClipping: true)
        let page = ScreenNode(type: "Page", box: PixelBox(0, 0, 100, 300), ink: [ink[2]], children: [list])
        let box = PixelBox(10, 0, 100, 95)
        let dialog = ScreenWindow(root: ScreenNode(type: "Dialog", box: box), solid: box)
        let rest = [
            PixelBox(0, 200, 50, 220), PixelBox(0, 0, 10, 20), PixelBox(0, 95, 50, 100), PixelBox(0, 90, 10, 95),
        ]
        #expect(screen(.uiAutomatorDump, [ScreenWindow(root: page), dialog]).shownText() == rest)
        #expect(screen(.uiAutomatorDump, [ScreenWindow(root: page, isReported: false), dialog]).shownText() == rest)
        let side = PixelBox(0, 0, 10, 300)
        let closed = [
            ScreenWindow(root: page, isReported: false), ScreenWindow(root: ScreenNode(type: "Side", box: side)),
        ]
        #expect(
            screen(.uiAutomatorDump, closed).shownText() == [
                PixelBox(10, 200, 50, 220), PixelBox(10, 0, 50, 20), PixelBox(10, 90, 50, 100),
            ]
        )
    }

    @Test("frames are grown to whole points by one tool, and bounds are cut by the other two")
    func frames() {
        var page = ScreenNode(type: "Page", box: PixelBox(0, 0, 100, 300))
        page.children = [ScreenNode(type: "Text", box: PixelBox(4, -40, 11, -10), value: "a", isAlwaysWritten: true)]
        let windows = [ScreenWindow(root: page)]
        #expect(screen(.webDriverAgent, windows).source.contains(#"x="1" y="-14" width="3" height="11""#))
        #expect(screen(.uiAutomatorDump, windows).source.contains(#"bounds="[4,0][11,-10]""#))
        #expect(screen(.uiAutomator2, windows).source.contains(#"bounds="[4,0][11,-10]" displayed="false""#))
    }

    /// A screen of 100 x 300 pixels at a scale of 3.
    private func screen(_ tool: SourceTool, _ windows: [ScreenWindow]) -> GeneratedScreen {
        let display = Display(isApple: tool.isApple, width: 100, height: 300, scale: 3, rotation: 0, cutout: 0)
        return GeneratedScreen(
            index: 0,
            display: display,
            tool: tool,
            framework: .native,
            habits: [],
            windows: windows,
            writing: GeneratedScreen.WritingStyle()
        )
    }

    @Test("a node that is written 40 pixels beside its text is seen")
    func misplacement() throws {
        var found = 0
        for screen in Self.screens where screen.habits.isEmpty {
            // What is on the page once, by itself: no container covers it.
            guard let place = screen.shownText().dropFirst().first, case .covered = try screen.verdict() else {
                continue
            }
            let misplaced = screen.misplacing(place, by: 40)
            guard misplaced.source != screen.source else { continue }
            if case .exposed(let places) = try screen.verdict(of: misplaced.source) {
                #expect(places.contains { place.contains($0) })
                found += 1
            }
        }
        #expect(found > 10)
    }
}
