import ImageCore

/// A screen as a device could show it, where it shows text, and the source that a tool writes of it.
struct GeneratedScreen {
    /// Decides everything else.
    let index: Int
    let display: Display
    let tool: SourceTool
    let framework: Framework
    let habits: Set<Habit>
    /// The one at the back first.
    let windows: [ScreenWindow]
    let writing: WritingStyle

    /// How the source is written where tools differ from version to version.
    struct WritingStyle {
        /// The display as `hierarchy` states it. Nil where it does not.
        var statedSize: (width: Int, height: Int)?
        /// Whether the attributes are those of recent versions.
        var isRecent = true
        /// Whether all windows are written in the form of `dump --windows`.
        var isListOfWindows = false
        /// Whether that list has the windows of another display, which the picture does not show.
        var hasOtherDisplay = false
        /// A toast whose place is not in the source, and whether its bounds are written as those of nothing.
        var unplacedToast: (text: String, hasBounds: Bool)?
        /// The box of the application, where that is not the whole display.
        var application: PixelBox?
    }

    /// The scale that whoever sends the source has to state: nothing in it tells that of an app which has half of the screen.
    var statedScale: Double? { writing.application == nil ? nil : display.scale }

    /// What the roots of the source take on the display.
    var roots: [PixelBox] {
        let windows = windows.filter(\.isReported)
        if display.isApple { return [writing.application ?? display.box] }
        return windows.map { $0.root.box.clipped(to: display.box) }
    }

    /// Where text shows that has to be covered: all of what the source has, and of the rest what lies outside its roots.
    func shownText(ofInputsOnly inputsOnly: Bool = false) -> [PixelBox] {
        windows.indices.flatMap { index in
            let window = windows[index]
            let ink = window.root.visibleInk(in: window.root.box.clipped(to: display.box), ofInputsOnly: inputsOnly)
            let shown = ink.subtracting(windows[(index + 1)...].compactMap(\.solid))
            return window.isReported ? shown : shown.subtracting(roots)
        }
    }

    /// What the tool writes.
    var source: String {
        tool.isApple ? XCUITestWriter(screen: self).source : UIAutomatorWriter(screen: self).source
    }

    /// The same screen with a source in which the node that shows the text at `place` is written elsewhere.
    func misplacing(_ place: PixelBox, by columns: Int) -> GeneratedScreen {
        func misplaced(_ node: ScreenNode) -> ScreenNode {
            var node = node
            if node.ink.contains(where: { $0.contains(place) }) { node.box = node.box.moved(x: columns) }
            node.children = node.children.map(misplaced)
            return node
        }
        let windows = windows.map { window in
            var window = window
            window.root.children = window.root.children.map(misplaced)
            return window
        }
        return GeneratedScreen(
            index: index,
            display: display,
            tool: tool,
            framework: framework,
            habits: habits,
            windows: windows,
            writing: writing
        )
    }
}

extension GeneratedScreen: CustomStringConvertible {
    var description: String {
        let habits = habits.map(\.rawValue).sorted().joined(separator: " ")
        return
            "screen \(index) (\(tool.rawValue), \(framework.rawValue), \(display.width)x\(display.height): \(habits))"
    }
}
