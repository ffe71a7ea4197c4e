import Hierarchy
import Testing

@Suite("A malformed tree is refused with the place of the fault")
struct TreeRefusalTests {
    private static let refusals: [(text: String, error: String)] = [
        (#"{"views":[]}"#, "the page source has no elements"),
        (#"{"views":null}"#, "the page source has no elements"),
        (#"{"views":[{"children":[1]},{"children":[2]},{"children":[1]}]}"#, "/views/1: two views hold this one"),
        (#"{"views":[{"children":[]},{"children":[2]},{"children":[1]}]}"#, "/views/1: the view holds itself"),
        (#"{"views":[{"children":[0]}]}"#, "/views/0: the view holds itself"),
        (#"{"views":[{"children":[-1]}]}"#, "/views/0/children/0: "),
        (#"{"views":[{"children":[1]}]}"#, "/views/0/children/0: "),
        (#"{"views":[{"children":["0"]}]}"#, "/views/0/children/0: "),
        (#"{"views":[7]}"#, "/views/0: "),
        (#"{"views":[{"bounds":[[0,0],[1]]}]}"#, "/views/0/bounds: a frame needs "),
        (#"{"views":[{"bounds":[[0,0.5],[1,1]]}]}"#, "/views/0/bounds: a frame needs "),
        (#"{"views":[{"bounds":"4"}]}"#, "/views/0: a frame needs "),
        (#"{"type":"Button","rect":{"x":0,"y":0,"width":1}}"#, "a frame needs "),
        (#"{"type":"Other","rect":{},"children":[{"type":"A","rect":{"x":"a"}}]}"#, "/children/0: a frame needs "),
        (#"{"type":"Other","rect":{},"children":{}}"#, "/children: expected an array"),
        (#"{"type":"Other","rect":{},"children":[[]]}"#, "/children/0: expected an object"),
        (#"{"attributes":{"class":"a","bounds":"secret"},"children":[]}"#, "a frame needs "),
        (#"{"attributes":{"text":"secret","bounds":"[0,0][1,1]"},"children":[]}"#, "this looks like Maestro's tree "),
        (#"{"rendering_system":"secret","windows":[]}"#, "/rendering_system: "),
        (#"{"rendering_system":"UIKIT","windows":[{"x":0,"y":0}]}"#, "/windows/0: a frame needs "),
        (#"{"rendering_system":"UIKIT","windows":[{"x":[],"y":0}]}"#, "/windows/0: a frame needs "),
        (#"{"type":"Button","rect":{},"name":}"#, "line 1, column 35: expected a value"),
    ]

    @Test("the error names the place, and no text", arguments: refusals)
    func refused(_ text: String, error: String) {
        let thrown = #expect(throws: HierarchyError.self) { try Hierarchy(text) }
        #expect(thrown?.description.hasPrefix(error) == true, "\(thrown?.description ?? "")")
        #expect(thrown?.description.contains("secret") == false)
    }

    @Test("trees are as deep as XML may be, and no deeper")
    func depth() throws {
        let limits = HierarchyLimits()
        for depth in [limits.depth, limits.depth + 1, limits.depth + 4, 100_000] {
            let text =
                String(repeating: #"{"type":"Other","rect":{},"children":["#, count: depth)
                + String(repeating: "]}", count: depth)
            guard depth > limits.depth else {
                #expect(try Hierarchy(text).elements.count == depth)
                continue
            }
            let error = #expect(throws: HierarchyError.self) { try Hierarchy(text) }
            #expect(error?.reason == .tooDeep(limit: limits.depth))
        }
    }

    @Test("a chain of views is as deep as XML may be, and no deeper")
    func chain() throws {
        let limits = HierarchyLimits()
        func chain(_ count: Int) throws -> Hierarchy {
            let views = (1...count).map { #"{"children":[\#($0 < count ? "\($0)" : "")]}"# }
            return try Hierarchy(#"{"views":[\#(views.joined(separator: ","))]}"#)
        }
        // The state itself is an element, too.
        #expect(try chain(limits.depth - 1).elements.count == limits.depth)
        let error = #expect(throws: HierarchyError.self) { try chain(20_000) }
        #expect(error?.reason == .tooDeep(limit: limits.depth))
        #expect(error?.description.hasPrefix("/views/\(limits.depth - 1): ") == true)
    }

    @Test("elements and attributes are counted")
    func counts() throws {
        let limits = HierarchyLimits(depth: 8, elementCount: 3, attributeCount: 3)
        let views = Array(repeating: #"{"children":[]}"#, count: 3).joined(separator: ",")
        let many = #expect(throws: HierarchyError.self) { try Hierarchy(#"{"views":[\#(views)]}"#, limits: limits) }
        #expect(many?.reason == .tooManyElements(limit: 3))
        #expect(many?.description.hasPrefix("/views/2: ") == true)
        let crowded = #expect(throws: HierarchyError.self) {
            try Hierarchy(#"{"type":"Other","rect":{"x":0,"y":0,"width":1,"height":1}}"#, limits: limits)
        }
        #expect(crowded?.reason == .tooManyAttributes(limit: 3))
    }

    @Test("the sentence for an unknown format names every tool")
    func sentence() {
        let sentence = HierarchyError.Reason.unknownFormat.description
        for name in ["Appium", "UiAutomator", "WebDriverAgent", "Maestro", "droidbot", "Sentry", "boxes"] {
            #expect(sentence.contains(name))
        }
    }
}
