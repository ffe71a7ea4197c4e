import Hierarchy
import ImageCore
import SeededRandom
import Testing

@Suite("Boxes of a page come to lie where a browser draws them")
struct PageRoundTripTests {
    /// A way to take a picture of a page.
    enum Picture: CaseIterable {
        case viewport, clip, fullPage, fullPageOfUnknownSize, clipOfFullPage
    }

    @Test(
        "whatever the scale, the scroll, the clip and the full page",
        arguments: [1, 1.5, 2, 3, 2.625, 3 * 390.0 / 980],
        Picture.allCases
    )
    func roundTrip(scale: Double, picture: Picture) throws {
        var random = SeededGenerator(seed: 18)
        for _ in 0..<50 {
            let screen = Screen(scale: scale, picture: picture, &random)
            let hierarchy = try Hierarchy(screen.source)
            let size = try #require(PixelSize(width: screen.size.width, height: screen.size.height))
            let placement = try Placement(of: hierarchy, on: size, scale: nil)
            for (index, drawn) in screen.drawn.enumerated() {
                let covered = hierarchy.elements[index].frame.flatMap { placement.rect(of: $0) }
                guard let drawn else {
                    // What is outside of the picture, or is not shown, covers nothing, but for a pixel of its edge.
                    #expect(covered.map { min($0.width, $0.height) <= Int(scale) + 2 } ?? true, "\(screen.source)")
                    continue
                }
                let rect = try #require(covered, "\(screen.source)")
                #expect(rect.contains(drawn), "\(rect) \(drawn) \(screen.source)")
                // Edges may lie at either side of the nearest CSS pixel.
                let rest = Int(2 * scale) + 4
                #expect(rect.width <= drawn.width + rest && rect.height <= drawn.height + rest, "\(rect) \(drawn)")
            }
            // A picture that is a tenth larger on one axis, or at another scale, is not of this page.
            for (horizontal, vertical) in [(1.1, 1), (1.1, 1.1), (0.5, 0.5)] {
                let other = try #require(
                    PixelSize(
                        width: Int(Double(size.width) * horizontal) + 2,
                        height: Int(Double(size.height) * vertical) + 2
                    )
                )
                #expect(throws: PlacementError.self) { try Placement(of: hierarchy, on: other, scale: nil) }
            }
        }
    }
}

/// A page as a browser shows it, and a picture of it as a tool takes it.
private struct Screen {
    let source: String
    let size: (width: Int, height: Int)
    /// The pixels that each box was drawn on; nil for none.
    let drawn: [PixelRect?]

    init(scale: Double, picture: PageRoundTripTests.Picture, _ random: inout SeededGenerator) {
        let viewport = (
            width: Double(Int.random(in: 200...800, using: &random)),
            height: Double(Int.random(in: 200...800, using: &random))
        )
        let page = (width: viewport.width, height: viewport.height + Double(Int.random(in: 0...2000, using: &random)))
        let scroll = (page.height - viewport.height) * Double.random(in: 0...1, using: &random)
        let isFull = [.fullPage, .fullPageOfUnknownSize, .clipOfFullPage].contains(picture)
        let bounds = isFull ? page : viewport
        // A clip within what there is, at whole CSS pixels, as the bounding box of a card has it.
        let isClipped = [.clip, .clipOfFullPage].contains(picture)
        let clip = (
            x: Double(Int.random(in: 0...50, using: &random)), y: Double(Int.random(in: 0...50, using: &random)),
            width: (bounds.width / 2).rounded(.down), height: (bounds.height / 2).rounded(.down)
        )
        let shown = isClipped ? clip : (x: 0, y: 0, width: bounds.width, height: bounds.height)
        let size = (width: Int((shown.width * scale).rounded()), height: Int((shown.height * scale).rounded()))
        var boxes = [#"{"locator":"hidden","boundingBox":null}"#]
        var drawn: [PixelRect?] = [nil]
        // Chrome does so where the scale of its screen is emulated; else it draws edges at pixels of the screen.
        let drawsAtCSSPixels = random.next() & 1 == 0
        for index in 0..<8 {
            let box = (
                x: Double.random(in: -50...page.width, using: &random),
                y: Double.random(in: -50...page.height, using: &random),
                width: Double.random(in: 5...200, using: &random), height: Double.random(in: 5...60, using: &random)
            )
            // `boundingBox()` counts from the viewport.
            boxes.append(
                #"{"locator":"b\#(index)","boundingBox":{"x":\#(box.x),"y":\#(box.y - scroll),"width":\#(box.width),"height":\#(box.height)}}"#
            )
            let edges = [box.x, box.y, box.x + box.width, box.y + box.height].map {
                drawsAtCSSPixels ? $0.rounded() : $0
            }
            let corner = (x: shown.x, y: shown.y + (isFull ? 0 : scroll))
            let columns = Self.pixels(edges[0] - corner.x, edges[2] - corner.x, scale, size.width)
            let rows = Self.pixels(edges[1] - corner.y, edges[3] - corner.y, scale, size.height)
            drawn.append(columns.flatMap { columns in rows.flatMap { PixelRect(columns: columns, rows: $0) } })
        }
        let members = [
            #""viewport":{"width":\#(viewport.width),"height":\#(viewport.height),"scale":\#(scale)}"#,
            #""scroll":{"x":0,"y":\#(scroll)}"#, #""fullPage":\#(isFull)"#,
            picture == .fullPageOfUnknownSize ? nil : #""page":{"width":\#(page.width),"height":\#(page.height)}"#,
            isClipped
                ? #""clip":{"x":\#(clip.x),"y":\#(clip.y),"width":\#(clip.width),"height":\#(clip.height)}"# : nil,
            #""boxes":[\#(boxes.joined(separator: ","))]"#,
        ]
        source = "{\(members.compactMap(\.self).joined(separator: ","))}"
        self.size = size
        self.drawn = drawn
    }

    /// The pixels that are drawn between two edges, if there are any: those of which the half or more is between them.
    private static func pixels(_ lower: Double, _ upper: Double, _ scale: Double, _ count: Int) -> Range<Int>? {
        let start = max(Int((lower * scale).rounded()), 0)
        let end = min(Int((upper * scale).rounded()), count)
        return start < end ? start..<end : nil
    }
}
