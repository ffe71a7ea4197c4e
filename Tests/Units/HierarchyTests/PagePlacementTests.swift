import BoundedWork
import Hierarchy
import ImageCore
import Samples
import Testing

@Suite("Boxes of a page are placed where the page is known, or its scale stated")
struct PagePlacementTests {
    /// A page 800 wide, on which a track of 1600 scrolls.
    private static let carousel = """
        {"locator": "track", "boundingBox": {"x": 0, "y": 0, "width": 1600, "height": 120}},
        {"locator": "card", "boundingBox": {"x": 40, "y": 148, "width": 268, "height": 36}}
        """

    @Test("a list of boxes tells no scale, however wide they are")
    func bareList() throws {
        for (width, height) in [(1600, 1200), (800, 600), (2560, 1440)] {
            #expect(throws: PlacementError.scaleUnknown(snapshot: try pixelSize(width, height))) {
                try placement("[\(Self.carousel)]", width, height)
            }
        }
        let stated = try Hierarchy("[\(Self.carousel)]")
        let stating = try Placement(of: stated, on: pixelSize(1600, 1200), scale: 2)
        #expect(try stating.rect(of: "card", in: stated) == pixelRect(80, 296, 536, 72))
        #expect(try stating.rect(of: "track", in: stated) == pixelRect(0, 0, 1600, 240))
        #expect(stating.warning == nil)
    }

    @Test("a stated scale at which all boxes stay in the left of the picture is warned of, as it may be too low")
    func lowScale() throws {
        let boxes = try Hierarchy(#"[{"locator": "a", "boundingBox": {"x": 40, "y": 10, "width": 700, "height": 30}}]"#)
        #expect(try Placement(of: boxes, on: pixelSize(1600, 1200), scale: 1).warning == .scaleMayBeTooLow(1))
        #expect(try Placement(of: boxes, on: pixelSize(1600, 1200), scale: 2).warning == nil)
    }

    @Test("no box at all has nothing to be placed, and a box that is nowhere is none")
    func nothing() throws {
        #expect(try Hierarchy("[]").elements.isEmpty)
        #expect(try placement("[]", 1280, 720).warning == nil)
        #expect(
            try Hierarchy(#"[{"locator": "a", "role": null, "text": null, "boundingBox": null}]"#).elements.count == 1
        )
    }

    @Test("a box of the page itself proves the scale, and where the page is scrolled")
    func root() throws {
        for locator in ["html", "body", ":root"] {
            let page = #"{"locator": "\#(locator)", "boundingBox": {"x": 0, "y": -300, "width": 800, "height": 1200}}"#
            let hierarchy = try Hierarchy("[\(page), \(Self.carousel)]")
            let placement = try Placement(of: hierarchy, on: pixelSize(1600, 2400), scale: nil)
            #expect(placement.scale == 2...2)
            #expect(try placement.rect(of: "card", in: hierarchy) == pixelRect(80, 896, 536, 72))
            // What is seen of the page alone tells no scale; but where it is stated, the width proves it.
            #expect(throws: PlacementError.self) { try Placement(of: hierarchy, on: pixelSize(1600, 1200), scale: nil) }
            let viewport = try Placement(of: hierarchy, on: pixelSize(1600, 1200), scale: 2)
            #expect(try viewport.rect(of: "card", in: hierarchy) == pixelRect(80, 296, 536, 72))
            for scale in [1.0, 1.9, 3] {
                #expect(throws: PlacementError.self) {
                    try Placement(of: hierarchy, on: pixelSize(1600, 1200), scale: scale)
                }
            }
        }
    }

    @Test("a body may have margins, but not be of a picture that is higher than it while it is scrolled")
    func body() throws {
        let box = { (y: Int) in
            #"[{"locator": "body", "boundingBox": {"x": 8, "y": \#(y), "width": 784, "height": 1184}}]"#
        }
        #expect(try Placement(of: Hierarchy(box(8)), on: pixelSize(1600, 2400), scale: 2).scale == 2...2)
        #expect(throws: PlacementError.self) {
            try Placement(of: Hierarchy(box(-292)), on: pixelSize(1600, 2400), scale: 2)
        }
    }

    @Test(
        "the viewport proves the scale: the picture has its size on both axes, within two pixels",
        arguments: [
            (#""scale": 2"#, 1600, 1200, true), (#""scale": null"#, 1600, 1200, true),
            (#""scale": 2"#, 1602, 1198, true), (#""scale": 2"#, 1600, 1203, false),
            (#""scale": 1"#, 1600, 1200, false), (#""scale": 3"#, 1600, 1200, false),
            (#""scale": 2"#, 1600, 1210, false), (#""scale": null"#, 1600, 1210, false),
        ]
    )
    func viewport(scale: String, width: Int, height: Int, isTaken: Bool) throws {
        let source = #"{"viewport": {"width": 800, "height": 600, \#(scale)}, "boxes": [\#(Self.carousel)]}"#
        let hierarchy = try Hierarchy(source)
        let placement = try? Placement(of: hierarchy, on: pixelSize(width, height), scale: nil)
        #expect((placement != nil) == isTaken)
        guard let placement, width == 1600 else { return }
        #expect(try placement.rect(of: "card", in: hierarchy) == pixelRect(80, 296, 536, 72))
    }

    @Test("an emulated phone whose page is laid out at 980 pixels is placed at the scale of what is seen")
    func emulatedPhone() throws {
        let card = #"{"locator": "card", "boundingBox": {"x": 20, "y": 245.875, "width": 288, "height": 36}}"#
        let source = { (width: Double, height: Double, scale: Double) in
            #"{"viewport": {"width": \#(width), "height": \#(height), "scale": \#(scale)}, "boxes": [\#(card)]}"#
        }
        let scale = 3 * 390.0 / 980
        let hierarchy = try Hierarchy(source(980, 2121, scale))
        let placement = try Placement(of: hierarchy, on: pixelSize(1170, 2532), scale: nil)
        #expect(try placement.rect(of: "card", in: hierarchy) == pixelRect(23, 293, 345, 44))
        #expect(throws: PlacementError.self) {
            try Placement(of: Hierarchy(source(980, 2121, 3)), on: pixelSize(1170, 2532), scale: nil)
        }
        #expect(throws: PlacementError.self) {
            try Placement(of: Hierarchy(source(390, 844, scale)), on: pixelSize(1170, 2532), scale: nil)
        }
    }

    @Test("a scale that is stated beside the viewport has to be its own")
    func twoScales() throws {
        let source = #"{"viewport": {"width": 800, "height": 600, "scale": 2}, "boxes": []}"#
        #expect(try Placement(of: Hierarchy(source), on: pixelSize(1600, 1200), scale: 2).scale == 2...2)
        #expect(throws: PlacementError.self) {
            try Placement(of: Hierarchy(source), on: pixelSize(1600, 1200), scale: 1)
        }
    }

    @Test("boxes are moved by the scroll of a picture of the full page, whose width proves the scale")
    func fullPage() throws {
        let source = """
            {"viewport": {"width": 800, "height": 600, "scale": 2}, "scroll": {"x": 0, "y": 300}, "fullPage": true,
             "boxes": [\(Self.carousel)]}
            """
        let hierarchy = try Hierarchy(source)
        let placement = try Placement(of: hierarchy, on: pixelSize(1600, 3000), scale: nil)
        #expect(try placement.rect(of: "card", in: hierarchy) == pixelRect(80, 896, 536, 72))
        // Twice as wide as the scale has it; lower than the viewport; without a scale.
        #expect(throws: PlacementError.self) { try Placement(of: hierarchy, on: pixelSize(3200, 3000), scale: nil) }
        #expect(throws: PlacementError.self) { try Placement(of: hierarchy, on: pixelSize(1600, 1000), scale: nil) }
        let unstated = try Hierarchy(source.replacing(#", "scale": 2"#, with: ""))
        #expect(throws: PlacementError.self) { try Placement(of: unstated, on: pixelSize(1600, 3000), scale: nil) }
        // A page that is wider than its viewport says so.
        let wide = try Hierarchy(
            source.replacing(#""boxes""#, with: #""page": {"width": 1000, "height": 1500}, "boxes""#)
        )
        #expect(try Placement(of: wide, on: pixelSize(2000, 3000), scale: nil).scale == 2...2)
        #expect(throws: PlacementError.self) { try Placement(of: wide, on: pixelSize(1600, 3000), scale: nil) }
    }

    @Test(
        "boxes are moved to the clip of a picture of a part, as a tool cuts it",
        arguments: [
            // As it is; at whole CSS pixels round it; to a size of whole CSS pixels; at the edge of the viewport.
            ("{\"x\": 30, \"y\": 140, \"width\": 300, \"height\": 60}", 600, 120, [20, 16, 536, 72]),
            ("{\"x\": 30.5, \"y\": 140.25, \"width\": 300, \"height\": 60}", 602, 122, [20, 16, 536, 72]),
            ("{\"x\": 20.5, \"y\": 130.25, \"width\": 300.75, \"height\": 60.75}", 600, 120, [39, 35, 536, 73]),
            ("{\"x\": -10, \"y\": 140, \"width\": 300, \"height\": 60}", 580, 120, [80, 16, 500, 72]),
        ]
    )
    func clip(clip: String, width: Int, height: Int, card: [Int]) throws {
        let source = """
            {"viewport": {"width": 800, "height": 600, "scale": 2}, "scroll": {"x": 0, "y": 300}, "clip": \(clip),
             "boxes": [\(Self.carousel)]}
            """
        let hierarchy = try Hierarchy(source)
        let placement = try Placement(of: hierarchy, on: pixelSize(width, height), scale: nil)
        let covered = try #require(try placement.rect(of: "card", in: hierarchy))
        #expect(covered.contains(try pixelRect(card[0], card[1], card[2], card[3])))
        #expect(covered.width <= card[2] + 2 && covered.height <= card[3] + 2)
        #expect(throws: PlacementError.self) { try Placement(of: hierarchy, on: pixelSize(1600, 1200), scale: nil) }
    }

    @Test("boxes cover what browsers draw at whole CSS pixels of the page, however it is scrolled")
    func wholePixels() throws {
        let source = { (y: Double, scroll: Double) in
            """
            {"viewport": {"width": 800, "height": 600, "scale": 3}, "scroll": {"x": 0, "y": \(scroll)}, "boxes":
             [{"locator": "card", "boundingBox": {"x": 5, "y": \(y - scroll), "width": 40.59375, "height": 21.390625}}]}
            """
        }
        // As Chrome draws it: from 5 to 46 and from 3 to 25.
        let hierarchy = try Hierarchy(source(3.296875, 0))
        let placement = try Placement(of: hierarchy, on: pixelSize(2400, 1800), scale: nil)
        #expect(try placement.rect(of: "card", in: hierarchy) == pixelRect(15, 9, 123, 66))
        // From 403 to 425, of which the viewport shows what is below 300.5.
        let scrolled = try Hierarchy(source(403.296875, 300.5))
        let moved = try Placement(of: scrolled, on: pixelSize(2400, 1800), scale: nil)
        let covered = try #require(try moved.rect(of: "card", in: scrolled))
        #expect(covered.y <= 307 && covered.maxY >= 374)
        // What is kept of a page is what is drawn of it in any case.
        #expect(placement.innerRect(of: try #require(hierarchy.elements[0].frame)) == (try pixelRect(15, 10, 121, 64)))
    }

    @Test("a cover goes a CSS pixel beyond the edges of a box, which browsers smooth, and no farther than the picture")
    func smoothedEdges() throws {
        let source = """
            {"viewport": {"width": 800, "height": 600, "scale": 2}, "boxes":
             [{"locator": "card", "boundingBox": {"x": 20, "y": 0, "width": 40, "height": 10}}]}
            """
        let hierarchy = try Hierarchy(source)
        let placement = try Placement(of: hierarchy, on: pixelSize(1600, 1200), scale: nil)
        var budget = WorkBudget(limit: 100)
        let cover = try placement.cover(of: 0, of: hierarchy, padding: 3, budget: &budget)
        #expect(cover.rects == [try pixelRect(35, 0, 90, 25)])
    }

    @Test("a clip needs a scale, as its picture may be larger than what it shows")
    func clipWithoutScale() throws {
        let source = """
            {"viewport": {"width": 1560, "height": 3376}, "clip": {"x": 10, "y": 0, "width": 200, "height": 300}, "boxes": []}
            """
        #expect(throws: PlacementError.scaleUnknown(snapshot: try pixelSize(600, 900))) {
            try placement(source, 600, 900)
        }
        #expect(throws: PlacementError.self) {
            try Placement(of: Hierarchy(source), on: pixelSize(600, 900), scale: 0.75)
        }
        #expect(try Placement(of: Hierarchy(source), on: pixelSize(150, 225), scale: 0.75).scale == 0.75...0.75)
    }

    @Test("a clip of the full page counts from its corner")
    func clipOfFullPage() throws {
        let source = """
            {"viewport": {"width": 800, "height": 600, "scale": 2}, "scroll": {"x": 0, "y": 300}, "fullPage": true,
             "clip": {"x": 30, "y": 440, "width": 300, "height": 60}, "boxes": [\(Self.carousel)]}
            """
        let hierarchy = try Hierarchy(source)
        let placement = try Placement(of: hierarchy, on: pixelSize(600, 120), scale: nil)
        #expect(try placement.rect(of: "card", in: hierarchy) == pixelRect(20, 16, 536, 72))
    }

    @Test(
        "what is said of a page is read strictly",
        arguments: [
            (#"{"boxes": []}"#, "missing"),
            (#"{"viewport": {"width": 0, "height": 1}, "boxes": []}"#, "/viewport/width"),
            (#"{"viewport": {"width": 1, "height": 1, "scale": 99}, "boxes": []}"#, "/viewport/scale"),
            (#"{"viewport": {"width": 1, "height": 1}, "scale": 2, "boxes": []}"#, "unknown member"),
            (
                #"{"viewport": {"width": 1, "height": 1}, "clip": {"x": 0, "y": 0, "width": 0, "height": 1}, "boxes": []}"#,
                "/clip"
            ),
            (#"{"viewport": {"width": 1, "height": 1}, "boxes": {}}"#, "/boxes"),
        ]
    )
    func malformed(source: String, sentence: String) {
        let error = #expect(throws: HierarchyError.self) { try Hierarchy(source) }
        #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
    }

    private func placement(_ source: String, _ width: Int, _ height: Int) throws -> Placement {
        try Placement(of: Hierarchy(source), on: pixelSize(width, height), scale: nil)
    }
}
