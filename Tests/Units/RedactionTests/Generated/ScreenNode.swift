/// A view of a generated screen, and what accessibility says of it.
struct ScreenNode {
    /// The class on Android, the element type without `XCUIElementType` on Apple's systems.
    var type: String
    /// All of it, however much is cut off.
    var box: PixelBox
    var identifier = ""
    /// `content-desc` or `label`.
    var label = ""
    /// `text` or `value`.
    var value = ""
    /// `hint` or `placeholderValue`.
    var hint = ""
    /// Where it draws text itself.
    var ink: [PixelBox] = []
    var isInput = false
    var isSecure = false
    /// Whether what it holds shows within it only.
    var isClipping = false
    /// Whether nothing of it and of what it holds is drawn.
    var isHidden = false
    /// Whether tools write it even if nothing of it is on the screen.
    var isAlwaysWritten = false
    var children: [ScreenNode] = []

    /// Places of text that show within `clip`.
    func visibleInk(in clip: PixelBox, ofInputsOnly inputsOnly: Bool) -> [PixelBox] {
        guard !isHidden else { return [] }
        let clip = isClipping ? clip.clipped(to: box) : clip
        let own = inputsOnly && !isInput ? [] : ink.map { $0.clipped(to: clip) }.filter { !$0.isEmpty }
        return own + children.flatMap { $0.visibleInk(in: clip, ofInputsOnly: inputsOnly) }
    }

    /// This one and all that it holds, laid out from right to left between the edges of `screen`.
    func mirrored(in screen: PixelBox) -> ScreenNode {
        var node = self
        node.box = box.mirrored(in: screen)
        node.ink = ink.map { $0.mirrored(in: screen) }
        node.children = children.map { $0.mirrored(in: screen) }
        return node
    }

    /// This one and all that it holds, elsewhere.
    func moved(x: Int = 0, y: Int = 0) -> ScreenNode {
        var node = self
        node.box = box.moved(x: x, y: y)
        node.ink = ink.map { $0.moved(x: x, y: y) }
        node.children = children.map { $0.moved(x: x, y: y) }
        return node
    }

    /// Itself and all that it holds, in document order.
    var subtree: [ScreenNode] { [self] + children.flatMap(\.subtree) }
}

/// A window of a generated screen.
struct ScreenWindow {
    var root: ScreenNode
    /// Whether the source has it.
    var isReported = true
    /// Where nothing shows that is behind it.
    var solid: PixelBox?
    /// Whether it is of the system, and not of the app.
    var isSystem = false
}
