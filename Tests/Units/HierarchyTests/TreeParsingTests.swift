import Hierarchy
import ImageCore
import Samples
import SecureMemory
import Testing

@Suite("Trees in JSON are read like the XML of their platform")
struct TreeParsingTests {
    @Test("the members of a tree tell its kind, also in a reply of WebDriver", arguments: TreeSample.allCases)
    func kinds(_ sample: TreeSample) throws {
        let hierarchy = try sample.hierarchy
        #expect(hierarchy.kind == sample.kind)
        #expect(hierarchy.format == sample.format)
        let wrapped = try Hierarchy("\u{FEFF}\n{\"value\": \(sample.text), \"sessionId\": \"1\"}")
        #expect(wrapped.kind == sample.kind)
        #expect(wrapped.source.string == sample.text)
        #expect(wrapped.elements.map(\.frame) == hierarchy.elements.map(\.frame))
    }

    @Test("elements have places, identifiers and texts", arguments: TreeSample.allCases)
    func elements(_ sample: TreeSample) throws {
        let hierarchy = try sample.hierarchy
        let card = try hierarchy.index(sample.secrets[0])
        let pin = try hierarchy.index(sample.secrets[1])
        let isApple = sample.format == .xcuiTest
        let frame =
            isApple ? Frame(x: 16, y: 93, width: 328, height: 40) : Frame(x: 48, y: 280, width: 984, height: 120)
        #expect(hierarchy.elements[card].frame == frame)
        #expect(hierarchy.elements[card].fillsFrame)
        #expect(hierarchy.elements[card].isVisible && hierarchy.elements[card].isEnabled)
        #expect(hierarchy.elements[pin].parent == hierarchy.elements[card].parent)
        guard sample.statesTexts else { return }
        #expect(hierarchy.text(.value, of: card)?.string == "7402 8320 9623 3111")
        #expect(!hierarchy.elements[card].isSecure)
        #expect(hierarchy.elements[pin].isSecure)
        #expect(!hierarchy.elements[pin].isEnabled)
    }

    @Test("types and attributes have the names of the XML")
    func names() throws {
        let tree = try TreeSample.webDriverAgent.hierarchy
        let card = try tree.index("card")
        #expect(tree.type(of: card) == "XCUIElementTypeTextField")
        #expect(tree.tagName(of: card) == "XCUIElementTypeTextField")
        #expect(tree.written("enabled", of: card) == "true")
        #expect(tree.written("x", of: card) == "16")
        #expect(try tree.written("visible", of: tree.index("pay")) == "false")
        #expect(try !tree.elements[tree.index("pay")].isVisible)

        // A tool that writes types as the XML does.
        let types = try Hierarchy(
            #"{"type":"XCUIElementTypeSecureTextField","rect":{"x":0,"y":0,"width":9,"height":9}}"#
        )
        #expect(types.tagName(of: 0) == "XCUIElementTypeSecureTextField" && types.elements[0].isSecure)

        let state = try TreeSample.droidbot.hierarchy
        let pin = try state.index("com.shop:id/pin")
        #expect(state.tagName(of: 0) == "hierarchy")
        #expect(state.tagName(of: pin) == "com.shop.CodeView")
        #expect(state.written("password", of: pin) == "true")
        #expect(state.written("bounds", of: pin) == "[48,440][1032,560]")
        // A view that was scrolled away.
        let last = state.elements.count - 1
        #expect(state.elements[last].frame == Frame(x: 2000, y: 610, width: 0, height: 90))
        #expect(!state.elements[last].isVisible)

        let screen = try TreeSample.maestroOfApple.hierarchy
        #expect(try screen.written("placeholderValue", of: screen.index("card")) == "Digits")
        #expect(try screen.written("label", of: screen.index("caption")) == "Card number")
        let view = try TreeSample.maestroOfAndroid.hierarchy
        #expect(try view.written("hint", of: view.index("card")) == "Digits")
        #expect(try view.written("enabled", of: view.index("pin")) == "false")
        #expect(view.names.allSatisfy { !$0.contains("*") })
    }

    @Test("what is null is not there")
    func null() throws {
        let tree = try TreeSample.webDriverAgent.hierarchy
        let pin = try tree.index("pin")
        #expect(tree.attribute(.value, of: pin) == nil)
        #expect(tree.attributes[tree.elements[pin].attributes].contains { $0.isNull && tree.names[$0.name] == "value" })
    }

    @Test("a member whose name is taken is kept, and means nothing")
    func taken() throws {
        let state = try Hierarchy(
            #"{"views":[{"text":"a","resource_id":"b","resource-id":"c","bounds":[[0,0],[9,9]],"children":[]}]}"#
        )
        #expect(state.identifiers([1]) == ["b"])
        #expect(state.written("resource-id*", of: 1) == "c")
    }
}

@Suite("Levels cover in trees what they cover in XML")
struct TreeLevelTests {
    @Test("fields are user input, by their type or by what they hold", arguments: TreeSample.allCases)
    func userInput(_ sample: TreeSample) throws {
        let hierarchy = try sample.hierarchy
        #expect(try hierarchy.identifiers(hierarchy.elements(at: .userInput)) == sample.secrets)
    }

    @Test("secrets are found by their names, captions and bullets", arguments: TreeSample.allCases)
    func sensitive(_ sample: TreeSample) throws {
        let hierarchy = try sample.hierarchy
        let found = try hierarchy.identifiers(hierarchy.elements(at: .sensitive))
        #expect(found.contains(sample.secrets[1]))
        if sample.statesTexts { #expect(found.contains(sample.secrets[0])) }
    }

    @Test("all text is that of every element that states one, or may show one", arguments: TreeSample.allCases)
    func allText(_ sample: TreeSample) throws {
        let hierarchy = try sample.hierarchy
        let found = try hierarchy.identifiers(hierarchy.elements(at: .allText))
        // An empty view of a class of its own shows no text.
        let expected =
            sample == .droidbot
            ? ["com.shop:id/caption", "com.shop:id/card", "com.shop:id/pay"] : ["caption", "card", "pin", "pay"]
        #expect(found.filter { !$0.isEmpty } == expected)
    }
}

extension Hierarchy {
    /// The value of the attribute called `name`.
    func written(_ name: String, of index: Int) -> String? {
        attributes[elements[index].attributes].first { names[$0.name] == name }.map { value(of: $0).string }
    }
}
