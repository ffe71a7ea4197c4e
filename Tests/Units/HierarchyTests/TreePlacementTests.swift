import BoundedWork
import Hierarchy
import ImageCore
import Samples
import Testing

@Suite("The elements of trees are placed on the snapshot")
struct TreePlacementTests {
    @Test("Maestro cuts the points of iOS off, so a cover reaches one point on")
    func truncated() throws {
        let hierarchy = try TreeSample.maestroOfApple.hierarchy
        let placement = try Placement(of: hierarchy, on: pixelSize(1080, 2400), scale: nil)
        #expect(placement.scale == 3...3)
        #expect(try placement.rect(of: "card", in: hierarchy) == pixelRect(48, 279, 987, 123))
        // And what is kept starts one point later.
        let frame = try #require(hierarchy.elements[hierarchy.index("card")].frame)
        #expect(try placement.innerRect(of: frame) == pixelRect(51, 282, 981, 117))
    }

    @Test("points and pixels are those of the platform", arguments: TreeSample.allCases)
    func units(_ sample: TreeSample) throws {
        guard sample != .maestroOfApple else { return }
        let hierarchy = try sample.hierarchy
        let placement = try Placement(of: hierarchy, on: pixelSize(1080, 2400), scale: nil)
        let expected =
            sample.format == .xcuiTest ? try pixelRect(48, 279, 984, 120) : try pixelRect(48, 280, 984, 120)
        #expect(try placement.rect(of: sample.secrets[0], in: hierarchy) == expected)
        #expect(throws: PlacementError.self) { try Placement(of: hierarchy, on: pixelSize(2400, 1080), scale: nil) }
    }

    @Test("what Sentry lists in something that scrolls may be anywhere in it")
    func scrolled() throws {
        let hierarchy = try TreeSample.sentryOfApple.hierarchy
        let pay = hierarchy.elements[try hierarchy.index("pay")]
        #expect(pay.frame == Frame(x: 0, y: 400, width: 360, height: 940))
        #expect(!pay.fillsFrame)
        #expect(hierarchy.elements[try hierarchy.index("list")].fillsFrame)
    }

    @Test(
        "an element scrolls if one in it is seen in part, or none of them",
        arguments: [(0.0, 0.0, false), (0, -0.5, false), (0, 60, true), (-20, 0, true), (0, -20, true), (0, 500, true)]
    )
    func scrolls(_ x: Double, _ y: Double, isScrolled: Bool) throws {
        let hierarchy = try Hierarchy(
            """
            {"rendering_system": "UIKIT", "windows": [{"type": "UIWindow", "x": 0, "y": 0, "width": 360, "height": 800,
            "children": [{"type": "Shop.Feed", "identifier": "feed", "x": 10, "y": 20, "width": 100, "height": 100,
            "children": [{"type": "UIView", "identifier": "a", "x": \(x), "y": \(y), "width": 50, "height": 50}]}]}]}
            """
        )
        let element = hierarchy.elements[try hierarchy.index("a")]
        #expect(element.fillsFrame == !isScrolled)
        if !isScrolled { #expect(element.frame == Frame(x: 10 + x, y: 20 + y, width: 50, height: 50)) }
    }

    @Test("what a hidden element of Sentry holds is hidden with it")
    func hidden() throws {
        let hierarchy = try TreeSample.sentryOfAndroid.hierarchy
        #expect(try !hierarchy.elements[hierarchy.index("gone")].isVisible)
        #expect(try !hierarchy.elements[hierarchy.index("pay")].isVisible)
        #expect(try hierarchy.elements[hierarchy.index("form")].isVisible)
    }
}
