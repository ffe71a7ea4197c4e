/// Writes a screen as `uiautomator dump` and the UiAutomator2 server do.
///
/// Bounds of a view are cut to those of the views that hold it, which leaves the right edge left of the left one where
/// nothing is left, and then to the display if they meet it. What is not visible to the user is left out, unless the server was
/// told to write it. The server's `width` and `height` leave out system bars on many versions.
struct UIAutomatorWriter {
    let screen: GeneratedScreen

    var source: String {
        let windows = screen.windows.filter(\.isReported).reversed()
        let head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
        if screen.writing.isListOfWindows { return head + list(of: screen.windows.reversed()) }
        var text = "\(head)\n<hierarchy"
        if screen.tool == .uiAutomator2 { text += #" index="0" class="hierarchy""# }
        text += #" rotation="\#(screen.display.rotation)""#
        if let size = screen.writing.statedSize { text += #" width="\#(size.width)" height="\#(size.height)""# }
        text += ">\n"
        for (index, window) in windows.enumerated() {
            write(window.root, index: index, in: window.root.box, package: package(of: window), to: &text)
        }
        if let toast = screen.writing.unplacedToast {
            let bounds = toast.hasBounds ? #" bounds="[0,0][0,0]""# : ""
            text += #"<android.widget.Toast index="\#(windows.count)" package="com.android.settings" "#
            text += #"class="android.widget.Toast" text="\#(toast.text.xml)"\#(bounds) displayed="true" />"#
        }
        return text + "</hierarchy>"
    }

    /// `dump --windows`, where a window whose content is closed to the tool has bounds and no hierarchy.
    private func list(of windows: [ScreenWindow]) -> String {
        var text = "<displays><display id=\"0\">"
        for (index, window) in windows.enumerated() {
            let type = window.isSystem ? "TYPE_SYSTEM" : "TYPE_APPLICATION"
            text += #"<window index="\#(index)" title="" bounds="\#(window.root.box)" active="\#(!window.isSystem)" "#
            text += #"type="\#(type)" layer="\#(windows.count - index)" focused="false" accessibility-focused="false">"#
            if window.isReported {
                text += #"<hierarchy rotation="\#(screen.display.rotation)">"#
                write(window.root, index: 0, in: window.root.box, package: package(of: window), to: &text)
                text += "</hierarchy>"
            }
            text += "</window>"
        }
        if screen.writing.hasOtherDisplay { text += "</display><display id=\"2\">" + otherDisplay }
        return text + "</display></displays>"
    }

    /// One window as large as the display of the picture, on another one.
    private var otherDisplay: String {
        var root = ScreenNode(type: "android.widget.FrameLayout", box: screen.display.box)
        root.children = [ScreenNode(type: "android.widget.TextView", box: screen.display.box, value: "Cast")]
        var text =
            #"<window index="0" title="" bounds="\#(root.box)" active="false" type="TYPE_APPLICATION" layer="0" "#
        text += #"focused="false" accessibility-focused="false"><hierarchy rotation="0">"#
        root.children[0].box.top = screen.display.height * 9 / 10
        write(root, index: 0, in: root.box, package: "com.example.cast", to: &text)
        return text + "</hierarchy></window>"
    }

    private func package(of window: ScreenWindow) -> String {
        window.isSystem ? "com.android.systemui" : "com.example.bank"
    }

    private func write(
        _ node: ScreenNode,
        index: Int,
        in clip: PixelBox,
        package: String,
        isShown: Bool = true,
        to text: inout String
    ) {
        let clipped = node.box.clipped(to: clip)
        let onDisplay = clipped.clipped(to: screen.display.box)
        let bounds = onDisplay.isEmpty ? clipped : onDisplay
        let isShown = isShown && !node.isHidden
        let isVisible = isShown && !onDisplay.isEmpty
        guard isVisible || node.isAlwaysWritten || screen.habits.contains(.invisibleNodes) else { return }
        let isServer = screen.tool == .uiAutomator2
        let tag = isServer ? node.type : "node"
        text += "<\(tag)"
        text +=
            isServer
            ? serverAttributes(of: node, index: index, package: package, bounds: bounds, isVisible: isVisible)
            : dumpAttributes(of: node, index: index, package: package, bounds: bounds)
        guard !node.children.isEmpty else {
            text += " />\n"
            return
        }
        text += ">\n"
        for (index, child) in node.children.enumerated() {
            write(child, index: index, in: clipped, package: package, isShown: isShown, to: &text)
        }
        text += "</\(tag)>\n"
    }

    private func dumpAttributes(of node: ScreenNode, index: Int, package: String, bounds: PixelBox) -> String {
        let isButton = node.type.hasSuffix("Button")
        var text =
            #" index="\#(index)" text="\#(node.value.xml)" resource-id="\#(node.identifier)" class="\#(node.type)""#
        text += #" package="\#(package)" content-desc="\#(node.label.xml)" checkable="false" checked="false""#
        text += #" clickable="\#(isButton)" enabled="true" focusable="\#(isButton)" focused="false""#
        text += #" scrollable="\#(node.isClipping)" long-clickable="false" password="\#(node.isSecure)""#
        text += #" selected="false" bounds="\#(bounds)""#
        if screen.writing.isRecent { text += #" drawing-order="\#(index)" hint="\#(node.hint.xml)""# }
        return text
    }

    private func serverAttributes(
        of node: ScreenNode,
        index: Int,
        package: String,
        bounds: PixelBox,
        isVisible: Bool
    ) -> String {
        let isButton = node.type.hasSuffix("Button")
        var text = #" index="\#(index)" package="\#(package)" class="\#(node.type)" text="\#(node.value.xml)""#
        if !node.label.isEmpty { text += #" content-desc="\#(node.label.xml)""# }
        if !node.identifier.isEmpty { text += #" resource-id="\#(node.identifier)""# }
        text += #" checkable="false" checked="false" clickable="\#(isButton)" enabled="true" focusable="\#(isButton)""#
        text +=
            #" focused="false" long-clickable="false" password="\#(node.isSecure)" scrollable="\#(node.isClipping)""#
        text += #" selected="false" bounds="\#(bounds)" displayed="\#(isVisible)""#
        guard screen.writing.isRecent else { return text }
        if !node.hint.isEmpty { text += #" hint="\#(node.hint.xml)""# }
        text +=
            #" a11y-important="true" screen-reader-focusable="false" drawing-order="\#(index)" showing-hint="false""#
        text += #" text-entry-key="false" dismissable="false" a11y-focused="false" heading="false" live-region="0""#
        return text + #" context-clickable="false" content-invalid="false" window-id="7""#
    }
}

extension String {
    /// As the value of an attribute.
    var xml: String {
        var text = ""
        for character in unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n": text += "&#10;"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
