/// Writes a screen as WebDriverAgent does, alone or behind Appium.
///
/// Frames are in points and not cut to anything. `CGRectIntegral` grows them to whole points, so a frame never leaves out a
/// pixel of its element. What lies off the screen is in the source with `visible="false"`.
struct XCUITestWriter {
    let screen: GeneratedScreen

    var source: String {
        let windows = screen.windows.filter(\.isReported)
        let box = screen.writing.application ?? screen.display.box
        var application = ScreenNode(type: "Application", box: box, label: "Example Bank")
        application.children = windows.map(\.root)
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        if screen.tool == .xcuiTest { text += "<AppiumAUT>" }
        write(application, index: 0, in: box, to: &text)
        if screen.tool == .xcuiTest { text += "</AppiumAUT>" }
        return text
    }

    private func write(
        _ node: ScreenNode,
        index: Int,
        in clip: PixelBox,
        isShown: Bool = true,
        to text: inout String
    ) {
        let isShown = isShown && !node.isHidden
        let seen = node.box.clipped(to: clip)
        guard isShown || screen.habits.contains(.invisibleNodes) else { return }
        let type = "XCUIElementType\(node.type)"
        text += "<\(type) type=\"\(type)\""
        let value = node.value.isEmpty ? node.hint : node.value
        if !value.isEmpty { text += #" value="\#(value.xml)""# }
        let name = node.identifier.isEmpty ? node.label : node.identifier
        if !name.isEmpty { text += #" name="\#(name.xml)""# }
        if !node.label.isEmpty || node.type.hasSuffix("TextField") { text += #" label="\#(node.label.xml)""# }
        text +=
            #" enabled="true" visible="\#(isShown && !seen.isEmpty && !isDenied(node))" accessible="\#(node.children.isEmpty)""#
        text += frame(of: node.box) + #" index="\#(index)""#
        if !node.hint.isEmpty { text += #" placeholderValue="\#(node.hint.xml)""# }
        guard !node.children.isEmpty else {
            text += "/>\n"
            return
        }
        text += ">\n"
        let inner = node.isClipping ? seen : clip
        for (index, child) in node.children.enumerated() {
            write(child, index: index, in: inner, isShown: isShown, to: &text)
        }
        text += "</\(type)>\n"
    }

    /// Whether the source says that a node is not visible although it is: every other one that shows text.
    private func isDenied(_ node: ScreenNode) -> Bool {
        screen.habits.contains(.falselyInvisible) && !node.ink.isEmpty && node.box.top % 2 == 0
    }

    private func frame(of box: PixelBox) -> String {
        func point(_ pixel: Int, _ rounding: FloatingPointRoundingRule) -> Int {
            let exact = Double(pixel) / screen.display.scale
            let whole = exact.rounded()
            return Int(abs(exact - whole) < 1e-9 ? whole : exact.rounded(rounding))
        }
        // A frame that XCTest cannot tell becomes this one.
        if box.isEmpty { return #" x="-1" y="-1" width="0" height="0""# }
        let (x, y) = (point(box.left, .down), point(box.top, .down))
        let (width, height) = (point(box.right, .up) - x, point(box.bottom, .up) - y)
        return #" x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)""#
    }
}
