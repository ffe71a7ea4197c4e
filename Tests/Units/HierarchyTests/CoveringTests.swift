import BoundedWork
import Hierarchy
import ImageCore
import Samples
import Testing

@Suite("An element covers itself and all that it holds")
struct CoveringTests {
    @Test("an element whose frame holds its children is one rectangle")
    func container() throws {
        let hierarchy = try Sample.iosLogin.hierarchy
        let cover = try cover(hierarchy, hierarchy.index("accountCard"), width: 1179, height: 2556)
        #expect(cover.rects == [PixelRect(x: 48, y: 1059, width: 1083, height: 354)])
    }

    @Test("what sticks out of its frame, or is seen although it is not, is covered as well")
    func stickingOut() throws {
        let rects = try cover(
            """
            <XCUIElementTypeOther x="10" y="10" width="20" height="20">
              <XCUIElementTypeOther x="15" y="15" width="5" height="5"/>
              <XCUIElementTypeOther x="20" y="20" width="40" height="20">
                <XCUIElementTypeOther x="40" y="30" width="5" height="5"/>
              </XCUIElementTypeOther>
              <XCUIElementTypeOther visible="false" x="70" y="70" width="20" height="20">
                <XCUIElementTypeOther x="80" y="80" width="5" height="5"/>
              </XCUIElementTypeOther>
              <XCUIElementTypeOther x="0" y="90" width="0" height="20"/>
              <XCUIElementTypeOther x="0" y="190" width="20" height="20"/>
            </XCUIElementTypeOther>
            """
        )
        #expect(
            rects == [
                PixelRect(x: 10, y: 10, width: 20, height: 20),
                PixelRect(x: 20, y: 20, width: 40, height: 20),
                PixelRect(x: 80, y: 80, width: 5, height: 5),
            ]
        )
    }

    @Test("nothing is covered for what is invisible, empty or off the screen")
    func unseen() throws {
        #expect(try cover(#"<XCUIElementTypeOther visible="false" x="1" y="1" width="9" height="9"/>"#) == [])
        #expect(try cover(#"<XCUIElementTypeOther visible="false"/>"#) == [])
        #expect(try cover(#"<XCUIElementTypeOther x="1" y="1" width="0" height="9"/>"#) == [])
        #expect(try cover(#"<XCUIElementTypeOther x="100" y="1" width="9" height="9"/>"#) == [])
    }

    @Test("an element without a frame is where its children are, and cannot be placed without them")
    func unplaceable() throws {
        let child = #"<XCUIElementTypeOther x="1" y="1" width="9" height="9"/>"#
        #expect(
            try cover("<XCUIElementTypeOther>\(child)</XCUIElementTypeOther>") == [
                PixelRect(x: 1, y: 1, width: 9, height: 9)
            ]
        )
        #expect(try incompleteCover("<XCUIElementTypeOther/>") == [])
        let siblings = "<XCUIElementTypeOther>\(child)<XCUIElementTypeOther/></XCUIElementTypeOther>"
        #expect(try incompleteCover(siblings) == [PixelRect(x: 1, y: 1, width: 9, height: 9)])
        let frame = #"x="1" y="1" width="9" height="9""#
        let speaking = "<XCUIElementTypeOther label='Leila'><XCUIElementTypeOther \(frame)/></XCUIElementTypeOther>"
        #expect(try incompleteCover(speaking) == [PixelRect(x: 1, y: 1, width: 9, height: 9)])
        let container = "<XCUIElementTypeOther \(frame)><XCUIElementTypeOther/></XCUIElementTypeOther>"
        #expect(try cover(container) == [PixelRect(x: 1, y: 1, width: 9, height: 9)])
    }

    @Test("rectangles that are compared with each other cost as much as there are of them")
    func work() throws {
        // No row holds another, so each is compared with all those round it.
        let rows = (0..<20).map { #"<XCUIElementTypeOther x="0" y="\#($0)" width="9" height="1">"# }.joined()
        let ends = String(repeating: "</XCUIElementTypeOther>", count: 20)
        let screen = #"<XCUIElementTypeApplication x="0" y="0" width="100" height="100">"#
        let hierarchy = try Hierarchy("\(screen)\(rows)\(ends)</XCUIElementTypeApplication>")
        let size = try #require(PixelSize(width: 100, height: 100))
        let placement = try Placement(of: hierarchy, on: size, scale: nil)
        var budget = WorkBudget(limit: 1000)
        #expect(try placement.cover(of: 1, of: hierarchy, budget: &budget).rects.count == 20)
        #expect(budget.remaining == 1000 - 20 - 20 * 19 / 2)
        budget = WorkBudget(limit: 20 + 20 * 19 / 2 - 1)
        #expect(throws: BudgetFailure.spent) { try placement.cover(of: 1, of: hierarchy, budget: &budget) }
    }

    /// What covers `element`, all of it, on a screen of 100 x 100.
    private func cover(_ element: String) throws -> [PixelRect] {
        let cover = try wholeCover(element)
        #expect(!cover.isIncomplete)
        return cover.rects
    }

    private func incompleteCover(_ element: String) throws -> [PixelRect] {
        let cover = try wholeCover(element)
        #expect(cover.isIncomplete)
        return cover.rects
    }

    private func wholeCover(_ element: String) throws -> Placement.Cover {
        let screen = #"<XCUIElementTypeApplication x="0" y="0" width="100" height="100">"#
        return try cover(Hierarchy("\(screen)\(element)</XCUIElementTypeApplication>"), 1, width: 100, height: 100)
    }

    private func cover(_ hierarchy: Hierarchy, _ index: Int, width: Int, height: Int) throws -> Placement.Cover {
        let size = try #require(PixelSize(width: width, height: height))
        var budget = WorkBudget(limit: .max)
        return try Placement(of: hierarchy, on: size, scale: nil).cover(of: index, of: hierarchy, budget: &budget)
    }
}
