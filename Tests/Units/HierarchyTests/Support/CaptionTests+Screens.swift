import Hierarchy

/// Screens as tools write them.
extension CaptionTests {
    func covered(_ hierarchy: Hierarchy) throws -> [String] {
        try hierarchy.elements(at: .sensitive).map { index in
            (hierarchy.text(.label, of: index) ?? hierarchy.text(.value, of: index))?.string ?? ""
        }
    }

    func phone(_ elements: String...) throws -> Hierarchy { try phone(elements) }

    func phone(_ elements: [String]) throws -> Hierarchy {
        let frame = #"x="0" y="0" width="393" height="852""#
        return try Hierarchy(
            "<XCUIElementTypeApplication \(frame)><XCUIElementTypeOther \(frame)>\(elements.joined())</XCUIElementTypeOther>"
                + "</XCUIElementTypeApplication>"
        )
    }

    func text(_ label: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
        let frame = #"x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)""#
        return #"<XCUIElementTypeStaticText name="\#(label)" label="\#(label)" value="\#(label)" \#(frame)/>"#
    }

    func cell(_ y: Int, _ elements: String...) -> String {
        #"<XCUIElementTypeCell x="0" y="\#(y)" width="393" height="44">\#(elements.joined())</XCUIElementTypeCell>"#
    }

    func android(_ nodes: String...) throws -> Hierarchy { try android(nodes) }

    func android(_ nodes: [String]) throws -> Hierarchy {
        try Hierarchy("<hierarchy>\(view([0, 0, 1080, 2400], nodes))</hierarchy>")
    }

    func view(_ bounds: [Int], isTapped: Bool = false, _ nodes: [String]) -> String {
        #"<node class="android.view.ViewGroup" clickable="\#(isTapped)" \#(written(bounds))>\#(nodes.joined())</node>"#
    }

    func node(_ text: String, _ bounds: [Int], description: String = "") -> String {
        #"<node class="android.widget.TextView" text="\#(text)" content-desc="\#(description)" \#(written(bounds))/>"#
    }

    func described(_ text: String, _ bounds: [Int]) -> String {
        let text = text.replacing("\n", with: "&#10;")
        return #"<node class="android.view.View" text="" content-desc="\#(text)" \#(written(bounds))/>"#
    }

    private func written(_ bounds: [Int]) -> String {
        #"bounds="[\#(bounds[0]),\#(bounds[1])][\#(bounds[2]),\#(bounds[3])]""#
    }

    func page(_ boxes: String...) throws -> Hierarchy { try Hierarchy("[\(boxes.joined(separator: ","))]") }

    func box(
        _ text: String,
        _ x: Int,
        _ y: Int,
        _ width: Int,
        _ height: Int,
        role: String? = nil,
        locator: String = "div"
    ) -> String {
        let role = role.map { #""role": "\#($0)", "# } ?? ""
        return #"{"locator": "\#(locator)", \#(role)"text": "\#(text)", "#
            + #""boundingBox": {"x": \#(x), "y": \#(y), "width": \#(width), "height": \#(height)}}"#
    }
}
