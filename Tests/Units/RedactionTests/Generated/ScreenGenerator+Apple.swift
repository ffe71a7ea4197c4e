import SeededRandom

extension ScreenGenerator {
    /// The windows of one app, and the other app where two share the screen.
    mutating func appleWindows() -> [ScreenWindow] {
        guard habits.contains(.splitScreen) else { return windowsOfApp(in: display.box) }
        let gap = display.pixels(10)
        let share = random.element(of: [1.0 / 3, 0.5, 2.0 / 3])
        var (first, second) = (display.box, display.box)
        // XCTest counts in points, and apps get whole ones.
        first.right = display.pixels((Double(display.width) * share / display.scale).rounded()) - gap
        second.left = first.right + gap
        let isFirst = random.chance(50)
        writing.application = isFirst ? first : second
        var other = windowsOfApp(in: isFirst ? second : first)
        for index in other.indices { other[index].isReported = false }
        return other + windowsOfApp(in: isFirst ? first : second)
    }

    private mutating func windowsOfApp(in box: PixelBox) -> [ScreenWindow] {
        let content = PixelBox(box.left, box.top + display.pixels(display.cutout > 0 ? 59 : 20), box.right, box.bottom)
        let containers = framework == .flutter ? ["Window", "Other", "Other", "Other"] : ["Window", "Other", "Other"]
        var windows = [ScreenWindow(root: window(applePage(in: content), containers, in: box))]
        if habits.contains(.dialog) { windows.append(alert(in: box)) }
        if habits.contains(.keyboard) { windows.append(appleKeyboard(in: box)) }
        return windows
    }

    /// A page with a bar for navigation, and with the scroll bars that XCTest sees.
    private mutating func applePage(in area: PixelBox) -> [ScreenNode] {
        guard framework == .native else { return page(in: area) }
        let bar = PixelBox(area.left, area.top, area.right, area.top + display.pixels(44))
        var navigation = ScreenNode(type: "NavigationBar", box: bar, identifier: "Accounts")
        navigation.children = [node(for: .text(random.words), in: bar.inset(x: bar.width / 3, y: 0))]
        let rest = PixelBox(area.left, bar.bottom, area.right, area.bottom)
        let edge = PixelBox(area.right - display.pixels(33), rest.top, area.right - display.pixels(3), rest.bottom)
        let scrollBar = ScreenNode(type: "Other", box: edge, label: "Vertical scroll bar, 1 page", value: "0%")
        return [navigation] + page(in: rest) + [scrollBar]
    }

    private mutating func alert(in area: PixelBox) -> ScreenWindow {
        let width = min(display.pixels(270), area.width)
        let (left, top) = (area.left + (area.width - width) / 2, area.top + area.height / 3)
        let box = PixelBox(left, top, left + width, top + min(display.pixels(180), area.height / 2))
        let rows = Typesetter(display: display, random: random).rows(3, in: box)
        let nodes = [
            node(for: .text(random.words), in: rows[0]), node(for: .note([random.words, random.words]), in: rows[1]),
            node(for: .button("OK"), in: rows[2]),
        ]
        return ScreenWindow(root: window(nodes, ["Alert", "Other"], in: box), solid: box)
    }

    /// Keys, each with its letter.
    private mutating func appleKeyboard(in area: PixelBox) -> ScreenWindow {
        let box = PixelBox(area.left, area.top + area.height * 3 / 5, area.right, area.bottom)
        let rows = Typesetter(display: display, random: random).rows(4, in: box)
        let keys = zip(rows, ["qwertyuiop", "asdfghjkl", "zxcvbnm", " "]).flatMap { row, letters in
            letters.enumerated().map { column, letter in
                let left = row.left + row.width * column / letters.count
                let key = PixelBox(left, row.top, row.left + row.width * (column + 1) / letters.count, row.bottom)
                let name = letter == " " ? "space" : String(letter)
                let ink = key.inset(x: key.width / 3, y: key.height / 3)
                return ScreenNode(type: "Key", box: key, label: name, ink: [ink])
            }
        }
        let keyboard = ScreenNode(type: "Keyboard", box: box, children: keys)
        return ScreenWindow(root: ScreenNode(type: "Window", box: area, children: [keyboard]), solid: box)
    }
}
