import Hierarchy
import ImageCore
import Testing

@Suite("A dump of UiAutomator lies in the pixels of the display, of whatever part of it it is")
struct DisplayPlacementTests {
    @Test(
        "a root that is the whole display leaves nothing out, however the picture was scaled",
        arguments: [
            ("[0,0][1080,2400]", 1080, 2400, 1.0), ("[0,0][1080,2400]", 540, 1200, 0.5),
            ("[0,0][540,1200]", 1080, 2400, 2.0),
        ]
    )
    func whole(bounds: String, width: Int, height: Int, scale: Double) throws {
        let placement = try placement("<hierarchy rotation='0'><node bounds='\(bounds)'/></hierarchy>", width, height)
        #expect(placement.scale == scale...scale)
        #expect(placement.described == nil)
    }

    @Test(
        "a root that is a part of it says nothing about the rest: system bars, a dialog, a half of a split screen",
        arguments: [
            ("[0,0][1080,2274]", 1080, 2400, [0, 0, 1080, 2274]),
            ("[0,141][1080,2274]", 1080, 2400, [0, 141, 1080, 2133]),
            ("[126,0][2400,1080]", 2400, 1080, [126, 0, 2274, 1080]),
            ("[28,1035][1052,1467]", 1080, 2400, [28, 1035, 1024, 432]),
            ("[0,0][1080,1180]", 1080, 2400, [0, 0, 1080, 1180]),
            ("[0,1220][1080,2400]", 1080, 2400, [0, 1220, 1080, 1180]),
        ]
    )
    func part(bounds: String, width: Int, height: Int, described: [Int]) throws {
        let placement = try placement("<hierarchy rotation='0'><node bounds='\(bounds)'/></hierarchy>", width, height)
        #expect(placement.scale == 1...1)
        #expect(placement.described == [try pixelRect(described[0], described[1], described[2], described[3])])
    }

    @Test("windows are described each, and what several cover together is not outside")
    func windows() throws {
        let source = """
            <displays><display id="0">
              <window bounds="[0,66][1080,2400]"><hierarchy rotation="0"><node bounds="[0,66][1080,2400]"/></hierarchy></window>
              <window bounds="[0,0][1080,66]"><hierarchy rotation="0"><node bounds="[0,0][1080,66]"/></hierarchy></window>
            </display></displays>
            """
        let hierarchy = try Hierarchy(source)
        let placement = try Placement(of: hierarchy, on: pixelSize(1080, 2400), scale: nil)
        #expect(placement.described == [try pixelRect(0, 66, 1080, 2334), try pixelRect(0, 0, 1080, 66)])
        #expect(placement.closed.isEmpty)
        // Of several displays the device's own is that of the picture; without its number, none is.
        let other =
            "<display id='2'><window bounds='[0,0][9,9]'><node bounds='[0,0][9,9]'/></window></display></displays>"
        let two = try Hierarchy(source.replacing("</displays>", with: other))
        let own = try Placement(of: two, on: pixelSize(1080, 2400), scale: nil)
        #expect(own.described == placement.described)
        #expect(two.elements.indices.map(own.isPictured).count { $0 } == hierarchy.elements.count - 1)
        #expect(throws: PlacementError.severalDisplays) {
            let source = source.replacing("</displays>", with: other).replacing("id=\"0\"", with: "id=\"1\"")
            return try Placement(of: Hierarchy(source), on: pixelSize(1080, 2400), scale: nil)
        }
    }

    @Test("a window that is closed to the tool is told of, unless it lies beneath all that are described")
    func closedWindows() throws {
        let source = { (layers: (Int, Int, Int)) in
            """
            <displays><display id="0">
              <window bounds="[0,0][90,20]" layer="\(layers.0)"/>
              <window bounds="[0,0][90,80]" layer="\(layers.1)">
                <hierarchy rotation="0"><node bounds="[0,0][90,80]"/></hierarchy>
              </window>
              <window bounds="[0,0][90,80]" layer="\(layers.2)"/>
            </display></displays>
            """
        }
        let over = try placement(source((2, 1, 0)), 90, 80)
        #expect(over.closed == [try pixelRect(0, 0, 90, 20)])
        #expect(over.described == nil)
        #expect(try placement(source((0, 2, 1)), 90, 80).closed.isEmpty)
        let unknown = source((2, 1, 0)).replacing(" layer=", with: " order=")
        #expect(try placement(unknown, 90, 80).closed.count == 2)
    }

    @Test(
        "a root that reaches beyond the picture, or has no area, is refused",
        arguments: [
            "<hierarchy rotation='0'><node bounds='[0,0][2400,1080]'/></hierarchy>",
            "<hierarchy rotation='0'><node bounds='[0,0][1080,2532]'/></hierarchy>",
            "<hierarchy rotation='0'><node bounds='[-20,100][900,300]'/></hierarchy>",
            "<hierarchy rotation='0'><node bounds='[0,0][0,0]'/></hierarchy>",
            "<hierarchy rotation='0'><node bounds='[0,0][720,1280]'/></hierarchy>",
        ]
    )
    func otherDisplay(_ source: String) {
        #expect(throws: PlacementError.self) { try placement(source, 1080, 2400) }
    }

    @Test("the size of the display that is stated is held against the picture, whatever part the root is")
    func declared() throws {
        let dialog = "<node bounds='[28,1035][1052,1467]'/></hierarchy>"
        for head in ["width='1080' height='2400'", "width='1080' height='2274'"] {
            let source = "<hierarchy rotation='0' \(head)>\(dialog)"
            let placement = try placement(source, 1080, 2400)
            #expect(placement.described == [try pixelRect(28, 1035, 1024, 432)])
        }
        let half = try placement("<hierarchy rotation='0' width='1080' height='2400'>\(dialog)", 540, 1200)
        #expect(half.scale == 0.5...0.5)
        #expect(half.described == [try pixelRect(14, 518, 512, 215)])
        for other in ["width='1200' height='2400'", "width='2400' height='1080'", "width='1080' height='1920'"] {
            #expect(throws: PlacementError.self) {
                try placement("<hierarchy rotation='0' \(other)>\(dialog)", 1080, 2400)
            }
        }
        // The size without its bars, of a picture that was made smaller: the root is the display.
        let reduced = "<hierarchy rotation='0' width='1080' height='2274'><node bounds='[0,0][1080,2400]'/></hierarchy>"
        #expect(try placement(reduced, 540, 1200).scale == 0.5...0.5)
    }

    private func placement(_ source: String, _ width: Int, _ height: Int) throws -> Placement {
        try Placement(of: Hierarchy(source), on: pixelSize(width, height), scale: nil)
    }
}
