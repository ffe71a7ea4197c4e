/// Builds what Android's accessibility has of a widget.
struct AndroidToolkit {
    let framework: Framework
    let habits: Set<Habit>
    var typesetter: Typesetter

    mutating func node(for widget: Widget, in box: PixelBox) -> ScreenNode {
        switch widget {
        case .text(let text): return text_(text, in: box)
        case .note(let lines): return note(lines, in: box)
        case .button(let text): return button(text, in: box)
        case .field(let label, let value): return field(label, value, in: box)
        case .emptyField(let hint): return emptyField(hint, in: box)
        case .secret(let label):
            var node = field(label, "••••••••", in: box)
            node.isSecure = true
            if habits.contains(.silentInput) { node.value = "" }
            return node
        case .picker(let value): return picker(value, in: box)
        case .card(let lines, let action): return card(lines, action, in: box)
        case .toggle(let text): return toggle(text, in: box)
        case .icon(let name):
            return ScreenNode(
                type: framework == .native ? "android.widget.ImageButton" : Self.view,
                box: box,
                label: name
            )
        case .nothing(let name):
            // Nodes without a view, as those of a browser, are written wherever they are.
            let place = PixelBox(box.left, box.top, box.left, box.top - typesetter.display.pixels(9))
            return ScreenNode(type: Self.view, box: place, value: name, isAlwaysWritten: true)
        }
    }

    private static let view = "android.view.View"
    private static let textView = "android.widget.TextView"

    private mutating func text_(_ text: String, in box: PixelBox) -> ScreenNode {
        var node = typesetter.line(text, framework == .flutter ? Self.view : Self.textView, in: box)
        if framework == .flutter { node.label = text } else { node.value = text }
        return node
    }

    private func note(_ lines: [String], in box: PixelBox) -> ScreenNode {
        var node = ScreenNode(type: framework == .flutter ? Self.view : Self.textView, box: box)
        node.ink = typesetter.inks(of: lines, in: box)
        let text = lines.joined(separator: "\n")
        if framework == .flutter { node.label = text } else { node.value = text }
        return node
    }

    private mutating func button(_ text: String, in box: PixelBox) -> ScreenNode {
        let inner = box.inset(x: min(typesetter.display.pixels(12), box.width / 4), y: 0)
        var button = ScreenNode(type: "android.widget.Button", box: box)
        switch framework {
        case .native:
            button.value = text
            button.ink = [typesetter.ink(of: text, in: inner)]
        case .flutter:
            button.label = text
            button.ink = [typesetter.ink(of: text, in: inner)]
        case .reactNative:
            button.label = text
            button.children = [text_(text, in: inner)]
        case .compose:
            let role = ScreenNode(type: "android.widget.Button", box: box)
            button.type = Self.view
            button.children = [text_(text, in: inner), role]
        }
        return button
    }

    private mutating func field(_ label: String, _ value: String, in box: PixelBox) -> ScreenNode {
        let rows = typesetter.rows(2, in: box)
        var field = ScreenNode(type: "android.widget.EditText", box: box, value: value, isInput: true)
        field.ink = [typesetter.ink(of: value, in: rows[1])]
        switch framework {
        case .native, .reactNative: field.hint = label
        case .flutter:
            field.hint = label
            field.ink.append(typesetter.ink(of: label, in: rows[0]))
        case .compose: field.children = [text_(label, in: rows[0])]
        }
        return field
    }

    /// What a field says of itself is its text while it is empty; in Compose it is a text that it holds.
    private mutating func emptyField(_ hint: String, in box: PixelBox) -> ScreenNode {
        var field = ScreenNode(type: "android.widget.EditText", box: box, isInput: true)
        if framework == .compose {
            field.children = [text_(hint, in: box)]
        } else {
            if framework != .flutter || !habits.contains(.silentInput) { field.value = hint }
            field.hint = hint
            field.ink = [typesetter.ink(of: hint, in: box)]
        }
        return field
    }

    private mutating func picker(_ value: String, in box: PixelBox) -> ScreenNode {
        guard framework == .native else { return field(value, value, in: box) }
        var spinner = ScreenNode(type: "android.widget.Spinner", box: box, isInput: true)
        var shown = text_(value, in: box)
        shown.isInput = true
        spinner.children = [shown]
        return spinner
    }

    private mutating func card(_ lines: [String], _ action: String?, in box: PixelBox) -> ScreenNode {
        var card = ScreenNode(type: framework == .native ? "android.widget.LinearLayout" : Self.view, box: box)
        if framework == .reactNative { card.type = "android.view.ViewGroup" }
        if action == nil, habits.contains(.emptyTwin) { return cardWithTwin(lines, in: box) }
        if let action, habits.contains(.labelledContainer) { return labelledCard(lines, action, in: box) }
        guard action != nil || framework != .flutter else { return note(lines, in: box) }
        if framework != .flutter { card.label = lines.joined(separator: ", ") }
        let texts = lines + (action.map { [$0] } ?? [])
        for (text, row) in zip(texts, typesetter.rows(texts.count, in: box)) {
            let isAction = card.children.count == lines.count
            card.children.append(isAction ? button(text, in: row) : text_(text, in: row))
        }
        return card
    }

    /// What it says is drawn above the button that it holds.
    private mutating func labelledCard(_ lines: [String], _ action: String, in box: PixelBox) -> ScreenNode {
        let rows = typesetter.rows(2, in: box)
        var card = ScreenNode(type: Self.view, box: box, label: lines.joined(separator: "\n"))
        card.ink = typesetter.inks(of: lines, in: rows[0])
        card.children = [button(action, in: rows[1])]
        return card
    }

    private func cardWithTwin(_ lines: [String], in box: PixelBox) -> ScreenNode {
        var card = note(lines, in: box)
        card.type = Self.view
        let corner = PixelBox(box.left, box.top, box.left, box.top)
        card.children = [ScreenNode(type: Self.textView, box: corner, value: lines[0], isAlwaysWritten: true)]
        return card
    }

    private mutating func toggle(_ text: String, in box: PixelBox) -> ScreenNode {
        var toggle = ScreenNode(type: "android.widget.Switch", box: box)
        switch framework {
        case .native:
            toggle.value = text
            toggle.ink = [typesetter.ink(of: text, in: box)]
            return toggle
        case .flutter:
            toggle.label = text
            toggle.ink = [typesetter.ink(of: text, in: box)]
            return toggle
        case .reactNative, .compose:
            toggle.box.left = box.right - box.width / 5
            let shown = text_(text, in: PixelBox(box.left, box.top, toggle.box.left, box.bottom))
            return ScreenNode(type: Self.view, box: box, children: [shown, toggle])
        }
    }
}
