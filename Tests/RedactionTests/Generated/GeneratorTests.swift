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

    @Test("text shows on the display, and not twice behind something else")
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
            expect(
                source.contains("=\"false\"") && source.contains(screen.tool.isApple ? "visible" : "displayed"),
                .invisibleNodes
            )
            expect(source.contains("TypeKeyboard") || !screen.tool.isApple, .keyboard)
        }
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
