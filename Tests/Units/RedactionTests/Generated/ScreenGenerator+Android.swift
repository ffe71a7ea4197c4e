import SeededRandom

extension ScreenGenerator {
    /// The app, what stands before it, and the bars of the system.
    mutating func androidWindows() -> [ScreenWindow] {
        let status = max(display.pixels(24), display.cutout)
        let navigation = display.pixels(random.chance(50) ? 48 : 24)
        writing.isRecent = random.chance(50)
        let app = appBox(status: status, navigation: navigation)
        if tool == .uiAutomator2 { writing.statedSize = statedSize(status: status, navigation: navigation) }
        var windows = habits.contains(.splitScreen) ? halves(of: display.box) : [self.app(in: app)]
        if habits.contains(.dialog) {
            // Not even a list of all windows has the content of one that is closed to tools.
            let isOpen = habits.contains(.allWindows) && (tool == .uiAutomator2 || random.chance(50))
            for index in windows.indices { windows[index].isReported = isOpen }
            windows.append(dialog())
        }
        if habits.contains(.keyboard) { windows.append(androidKeyboard()) }
        addToast(to: &windows)
        windows.append(statusBar(height: status))
        if habits.contains(.allWindows), tool == .uiAutomatorDump {
            writing.isListOfWindows = true
            writing.hasOtherDisplay = random.chance(50)
            if random.chance(50) { windows[windows.count - 1].isReported = false }
        }
        return windows
    }

    /// What the window of the app takes, as its root tells it.
    private mutating func appBox(status: Int, navigation: Int) -> PixelBox {
        var box = display.box
        if habits.contains(.notch) {
            let cutout = max(display.cutout, status)
            switch (display.isLandscape, random.chance(50)) {
            case (false, _): box.top = cutout
            case (true, true): box.left = cutout
            case (true, false): box.right -= cutout
            }
        } else if habits.contains(.systemBars) {
            if random.chance(50) { box.top = status }
            if display.isLandscape, random.chance(50) { box.right -= navigation } else { box.bottom -= navigation }
        }
        return box
    }

    /// Older versions leave out the bar for navigation, and some the notch as well; the newest leave out nothing.
    private mutating func statedSize(status: Int, navigation: Int) -> (width: Int, height: Int) {
        var size = (width: display.width, height: display.height)
        switch random.int(0...2) {
        case 0: break
        case 1 where display.isLandscape: size.width -= navigation
        case 1: size.height -= navigation
        case _ where display.isLandscape: size.width -= navigation + display.cutout
        default: size.height -= navigation + display.cutout
        }
        return size
    }

    private mutating func app(in box: PixelBox) -> ScreenWindow {
        let content = box.top == 0 ? PixelBox(box.left, display.pixels(24), box.right, box.bottom) : box
        let containers: [String] =
            switch framework {
            case .native: ["android.widget.FrameLayout", "android.widget.LinearLayout", "android.widget.FrameLayout"]
            case .flutter:
                ["android.widget.FrameLayout", "android.view.View", "android.view.View", "android.view.View"]
            case .reactNative: ["android.widget.FrameLayout", "android.view.ViewGroup", "android.widget.ScrollView"]
            case .compose:
                ["android.widget.FrameLayout", "androidx.compose.ui.platform.ComposeView", "android.view.View"]
            }
        return ScreenWindow(root: window(page(in: content), containers, in: box))
    }

    /// Two apps; the source is of the first or of the second one.
    private mutating func halves(of box: PixelBox) -> [ScreenWindow] {
        let share = random.element(of: [0.3, 0.5, 0.7])
        let gap = display.pixels(6)
        var (first, second) = (box, box)
        if display.isLandscape {
            first.right = Int(Double(box.width) * share) - gap
            second.left = first.right + 2 * gap
        } else {
            first.bottom = Int(Double(box.height) * share) - gap
            second.top = first.bottom + 2 * gap
        }
        var windows = [app(in: first), app(in: second)]
        windows[random.int(0...1)].isReported = false
        return windows
    }

    private mutating func dialog() -> ScreenWindow {
        let width = min(display.width, display.height) - 2 * display.pixels(Double(random.int(6...40)))
        let height = min(display.pixels(Double(random.int(170...260))), display.height * 4 / 5)
        let left = (display.width - width) / 2
        let top = (display.height - height) / 2 + display.pixels(Double(random.int(0...10)))
        let box = PixelBox(left, top, left + width, top + height)
        let inner = box.inset(x: width / 12, y: height / 12)
        let rows = Typesetter(display: display, random: random).rows(4, in: inner)
        let half = (inner.left + inner.right) / 2
        let nodes = [
            node(for: .text(random.words), in: rows[0]), node(for: .note([random.words, random.words]), in: rows[1]),
            node(for: random.chance(50) ? .text(random.words) : .field(label: "PIN", value: "1234"), in: rows[2]),
            node(for: .button("Cancel"), in: PixelBox(inner.left, rows[3].top, half, rows[3].bottom)),
            node(for: .button("OK"), in: PixelBox(half, rows[3].top, inner.right, rows[3].bottom)),
        ]
        let types = ["android.widget.FrameLayout", "android.widget.LinearLayout"]
        return ScreenWindow(root: window(nodes, types, in: box), solid: box)
    }

    /// A row of suggestions, and keys.
    private mutating func androidKeyboard() -> ScreenWindow {
        let box = PixelBox(0, display.height * (display.isLandscape ? 1 : 3) / 5, display.width, display.height)
        let rows = Typesetter(display: display, random: random).rows(5, in: box)
        let nodes = rows.map { node(for: .text(random.words), in: $0) }
        let root = window(nodes, ["android.widget.FrameLayout"], in: box)
        return ScreenWindow(root: root, isReported: habits.contains(.allWindows), solid: box, isSystem: true)
    }

    private mutating func addToast(to windows: inout [ScreenWindow]) {
        if habits.contains(.toast) { writing.unplacedToast = (random.words, random.chance(50)) }
        guard habits.contains(.placedToast) else { return }
        let text = random.words
        let bottom = display.height - display.pixels(64)
        let box = PixelBox(display.width / 6, bottom - display.pixels(36), display.width * 5 / 6, bottom)
        let ink = Typesetter(display: display, random: random).ink(of: text, in: box)
        let toast = ScreenNode(type: "android.widget.Toast", box: box, value: text, ink: [ink])
        windows.append(ScreenWindow(root: toast, solid: box, isSystem: true))
    }

    /// The time, over whatever is there.
    private func statusBar(height: Int) -> ScreenWindow {
        let bar = PixelBox(0, 0, display.width, height)
        let time = PixelBox(bar.left + display.pixels(8), height / 4, bar.left + display.pixels(48), height * 3 / 4)
        let clock = ScreenNode(type: "android.widget.TextView", box: time, value: "12:30", ink: [time])
        let root = ScreenNode(type: "android.widget.FrameLayout", box: bar, children: [clock])
        return ScreenWindow(root: root, isReported: habits.contains(.allWindows), isSystem: true)
    }
}
