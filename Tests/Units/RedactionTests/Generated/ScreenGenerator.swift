import SeededRandom

/// Makes up screens: first what is where, and then what a tool writes of it.
struct ScreenGenerator {
    let index: Int
    let tool: SourceTool
    let framework: Framework
    let habits: Set<Habit>
    let display: Display
    var random: SeededGenerator
    var writing = GeneratedScreen.WritingStyle()

    /// The screen that `index` stands for, the same on every run.
    static func screen(_ index: Int) -> GeneratedScreen {
        var generator = ScreenGenerator(index)
        return generator.screen()
    }

    private init(_ index: Int) {
        let tool = SourceTool.allCases[index % SourceTool.allCases.count]
        var random = SeededGenerator(seed: UInt64(index) &* 0x2545_F491_4F6C_DD1D)
        let possible = Habit.allCases.filter { $0.isFound(with: tool) }
        var habits = Set((0..<random.int(0...3)).map { _ in random.element(of: possible) })
        // Beside a notch shows what only other windows tell.
        if habits.contains(.allWindows), random.chance(50) { habits.insert(.notch) }
        // A dialog, a second app and windows of the system would each decide what the source is of.
        if habits.contains(.splitScreen) { habits.subtract([.dialog, .allWindows, .notch, .systemBars]) }
        if habits.contains(.notch) { habits.remove(.systemBars) }
        self.index = index
        self.tool = tool
        framework = habits.contains(.labelledContainer) ? .flutter : random.element(of: Framework.allCases)
        let isTurned = habits.contains(.rotation)
        display =
            tool.isApple && habits.contains(.splitScreen)
            ? .pad(isTurned: isTurned, &random) : .any(apple: tool.isApple, isTurned: isTurned, &random)
        self.habits = habits
        self.random = random
    }

    private mutating func screen() -> GeneratedScreen {
        let windows = tool.isApple ? appleWindows() : androidWindows()
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

    /// What an app shows in `area`: a title, widgets and perhaps a list, from top to bottom.
    mutating func page(in area: PixelBox) -> [ScreenNode] {
        let margin = min(display.pixels(16), area.width / 8)
        var nodes: [ScreenNode] = []
        var top = area.top + display.pixels(4)
        let end = habits.contains(.scrolledList) ? area.top + area.height * 2 / 5 : area.bottom
        if habits.contains(.zeroSize) { nodes.append(node(for: .nothing(random.words), in: area)) }
        while top < end, nodes.count < 14 {
            let widget = nodes.isEmpty ? .text(random.words) : Widget.any(&random)
            let box = PixelBox(area.left + margin, top, area.right - margin, top + display.pixels(widget.height))
            guard box.bottom <= end else { break }
            nodes.append(node(for: widget, in: box))
            top = box.bottom + display.pixels(8)
        }
        if habits.contains(.scrolledList) {
            nodes.append(list(in: PixelBox(area.left, max(top, end), area.right, area.bottom)))
        }
        if habits.contains(.invisibleNodes) {
            var hidden = node(for: .text(random.words), in: area.inset(x: margin, y: area.height / 3))
            hidden.isHidden = true
            nodes.append(hidden)
        }
        if habits.contains(.offScreen) {
            let beside = area.moved(x: area.width)
            let box = PixelBox(beside.left + margin, beside.top, beside.right - margin, beside.top + display.pixels(26))
            nodes.append(node(for: .text(random.words), in: box))
        }
        return nodes
    }

    /// A list that was scrolled by a part of a row: the first and the last row that show are cut.
    private mutating func list(in box: PixelBox) -> ScreenNode {
        let row = display.pixels(64)
        let types = tool.isApple ? ["Table", "CollectionView"] : ["androidx.recyclerview.widget.RecyclerView"]
        var list = ScreenNode(type: random.element(of: types), box: box, isClipping: true)
        var top = box.top - row - random.int(0...row - 1)
        while top < box.bottom + row {
            let cell = PixelBox(box.left, top, box.right, top + row)
            let lines = [random.words, random.words]
            let isCard = random.chance(50)
            let held = node(
                for: isCard ? .card(lines, action: nil) : .note(lines),
                in: cell.inset(x: row / 8, y: row / 8)
            )
            let type = tool.isApple ? "Cell" : "android.widget.FrameLayout"
            list.children.append(ScreenNode(type: type, box: cell, children: [held]))
            top = cell.bottom
        }
        return list
    }

    mutating func node(for widget: Widget, in box: PixelBox) -> ScreenNode {
        let typesetter = Typesetter(display: display, random: SeededGenerator(seed: random.next()))
        if tool.isApple {
            var toolkit = AppleToolkit(framework: framework, habits: habits, typesetter: typesetter)
            return toolkit.node(for: widget, in: box)
        }
        var toolkit = AndroidToolkit(framework: framework, habits: habits, typesetter: typesetter)
        return toolkit.node(for: widget, in: box)
    }

    /// `nodes` in the containers that an app has round its page, mirrored if it is laid out from right to left.
    func window(_ nodes: [ScreenNode], _ types: [String], in box: PixelBox) -> ScreenNode {
        let containers = types.reversed().reduce(nodes) { held, type in
            [ScreenNode(type: type, box: box, children: held)]
        }
        let root = containers.first ?? ScreenNode(type: "", box: box)
        return habits.contains(.rightToLeft) ? root.mirrored(in: box) : root
    }
}
