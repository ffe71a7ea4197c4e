/// Builds what XCTest has of a widget.
struct AppleToolkit {
    let framework: Framework
    let habits: Set<Habit>
    var typesetter: Typesetter

    mutating func node(for widget: Widget, in box: PixelBox) -> ScreenNode {
        switch widget {
        case .text(let text): return text_(text, in: box)
        case .note(let lines): return note(lines, in: box)
        case .button(let text): return button(text, in: box)
        case .field(let label, let value): return wrapped(field("TextField", label, value, in: box), label)
        case .emptyField(let hint):
            var node = field("TextField", "", "", in: box)
            node.hint = hint
            node.ink = [typesetter.ink(of: hint, in: box)]
            return wrapped(node, hint)
        case .secret(let label): return wrapped(field("SecureTextField", label, "••••••••", in: box), label)
        case .picker(let value): return picker(value, in: box)
        case .card(let lines, let action): return card(lines, action, in: box)
        case .toggle(let text): return toggle(text, in: box)
        case .icon(let name): return ScreenNode(type: framework == .flutter ? "Image" : "Button", box: box, label: name)
        case .nothing(let name):
            return ScreenNode(type: "Other", box: PixelBox(box.left, box.top, box.left, box.top), label: name)
        }
    }

    private mutating func text_(_ text: String, in box: PixelBox) -> ScreenNode {
        var node = typesetter.line(text, "StaticText", in: box)
        node.label = text
        node.value = text
        return node
    }

    private func note(_ lines: [String], in box: PixelBox) -> ScreenNode {
        let text = lines.joined(separator: "\n")
        var node = ScreenNode(type: framework == .flutter ? "Other" : "StaticText", box: box, label: text)
        if framework != .flutter { node.value = text }
        node.ink = typesetter.inks(of: lines, in: box)
        return node
    }

    /// React Native puts each control into containers that repeat what it says.
    private func wrapped(_ node: ScreenNode, _ label: String) -> ScreenNode {
        guard framework == .reactNative else { return node }
        let inner = ScreenNode(type: "Other", box: node.box, label: label, children: [node])
        return ScreenNode(type: "Other", box: node.box, label: label, children: [inner])
    }

    private mutating func button(_ text: String, in box: PixelBox) -> ScreenNode {
        let inner = box.inset(x: min(typesetter.display.pixels(12), box.width / 4), y: 0)
        var button = ScreenNode(type: "Button", box: box, label: text)
        switch framework {
        case .native: button.children = [text_(text, in: inner)]
        case .flutter, .compose: button.ink = [typesetter.ink(of: text, in: inner)]
        case .reactNative:
            button.type = "Other"
            button.children = [text_(text, in: inner)]
            return wrapped(button, text)
        }
        return button
    }

    private func field(_ type: String, _ label: String, _ value: String, in box: PixelBox) -> ScreenNode {
        let ink = typesetter.ink(of: value, in: box)
        return ScreenNode(type: type, box: box, label: label, value: value, ink: [ink], isInput: true)
    }

    private func picker(_ value: String, in box: PixelBox) -> ScreenNode {
        guard framework == .native || framework == .compose else { return field("TextField", value, value, in: box) }
        let wheel = field("PickerWheel", "", value, in: box.inset(x: box.width / 6, y: 0))
        return ScreenNode(type: "Picker", box: box, isInput: true, children: [wheel])
    }

    private mutating func card(_ lines: [String], _ action: String?, in box: PixelBox) -> ScreenNode {
        if action == nil, habits.contains(.emptyTwin) { return cardWithTwin(lines, in: box) }
        guard action != nil || framework != .flutter else { return note(lines, in: box) }
        var card = ScreenNode(type: framework == .native ? "Cell" : "Other", box: box)
        if framework == .flutter {
            // The element that has the label is in the container beside what else this holds.
            let rows = typesetter.rows(2, in: box)
            var shown = note(lines, in: rows[0])
            shown.box = box
            card.children = [shown] + (action.map { [button($0, in: rows[1])] } ?? [])
            return card
        }
        if framework == .reactNative { card.label = (lines + (action.map { [$0] } ?? [])).joined(separator: " ") }
        let texts = lines + (action.map { [$0] } ?? [])
        for (text, row) in zip(texts, typesetter.rows(texts.count, in: box)) {
            let isAction = card.children.count == lines.count
            card.children.append(isAction ? button(text, in: row) : text_(text, in: row))
        }
        return framework == .reactNative ? wrapped(card, card.label) : card
    }

    private func cardWithTwin(_ lines: [String], in box: PixelBox) -> ScreenNode {
        var card = note(lines, in: box)
        card.type = "Other"
        let corner = PixelBox(box.left, box.top, box.left, box.top)
        card.children = [ScreenNode(type: "StaticText", box: corner, label: lines[0], value: lines[0])]
        return card
    }

    private mutating func toggle(_ text: String, in box: PixelBox) -> ScreenNode {
        var toggle = ScreenNode(type: "Switch", box: box, label: text, value: "1")
        switch framework {
        case .flutter, .compose:
            toggle.ink = [typesetter.ink(of: text, in: box)]
            return toggle
        case .native, .reactNative:
            toggle.box.left = box.right - box.width / 5
            let shown = text_(text, in: PixelBox(box.left, box.top, toggle.box.left, box.bottom))
            return ScreenNode(type: framework == .native ? "Cell" : "Other", box: box, children: [shown, toggle])
        }
    }
}
