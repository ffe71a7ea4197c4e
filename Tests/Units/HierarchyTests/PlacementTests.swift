import Hierarchy
import ImageCore
import Samples
import SecureMemory
import Testing

@Suite("Frames are placed on the snapshot at a scale that is proven")
struct PlacementTests {
    @Test("the scale is the quotient of the sizes of snapshot and screen")
    func samples() throws {
        let phone = try Placement(of: Sample.iosLogin.hierarchy, on: size(1179, 2556), scale: nil)
        #expect(phone.scale == 3...3)
        let android = try Placement(of: Sample.androidCheckout.hierarchy, on: size(1080, 2400), scale: nil)
        #expect(android.scale == 1...1)
        let page = try Placement(of: Sample.webProfile.hierarchy, on: size(1280, 720), scale: 1)
        #expect(page.scale == 1...1)
        #expect(page.warning == nil)
    }

    @Test("frames become the pixels that they touch, clipped to the snapshot")
    func pixels() throws {
        let hierarchy = try Sample.iosLogin.hierarchy
        let placement = try Placement(of: hierarchy, on: size(1179, 2556), scale: nil)
        let field = try #require(hierarchy.elements[hierarchy.index("passwordShown")].frame)
        #expect(placement.rect(of: field) == PixelRect(x: 48, y: 663, width: 1083, height: 138))
        #expect(placement.rect(of: field, padding: 50) == PixelRect(x: 0, y: 613, width: 1179, height: 238))
        #expect(placement.rect(of: try frame(0.1, 0.1, 0.1, 0.1)) == PixelRect(x: 0, y: 0, width: 1, height: 1))
        #expect(placement.rect(of: try frame(-5, 850, 10, 10)) == PixelRect(x: 0, y: 2550, width: 15, height: 6))
        let offScreen = try #require(hierarchy.elements[hierarchy.index("hiddenBanner")].frame)
        #expect(placement.rect(of: offScreen) == nil)
        #expect(placement.rect(of: try frame(-20, 0, 20, 20), padding: 30) == nil)
        #expect(placement.rect(of: try frame(10.5, 10, 0, 20), padding: 30) == nil)
    }

    @Test("what is kept is the pixels that lie in a frame whole")
    func innerPixels() throws {
        let placement = try Placement(of: Sample.iosLogin.hierarchy, on: size(1179, 2556), scale: nil)
        #expect(placement.innerRect(of: try frame(0.5, 0.5, 10, 10)) == PixelRect(x: 2, y: 2, width: 29, height: 29))
        #expect(placement.innerRect(of: try frame(-5, 850, 10, 10)) == PixelRect(x: 0, y: 2550, width: 15, height: 6))
        #expect(placement.innerRect(of: try frame(0.1, 0.1, 0.1, 0.1)) == nil)
    }

    @Test("where width and height give two scales within a hundredth, a frame covers what it covers at either")
    func uncertainScale() throws {
        let placement = try Placement(of: Sample.iosLogin.hierarchy, on: size(1179, 2539), scale: nil)
        #expect(placement.scale == (2539.0 / 852)...3)
        let rect = try #require(placement.rect(of: frame(100, 800, 10, 10)))
        #expect(rect.columns == 298..<330)
        #expect(rect.rows == 2384..<2430)
    }

    @Test("a snapshot of another scale or another screen is refused, with both sizes")
    func mismatch() throws {
        let error = #expect(throws: PlacementError.self) {
            try Placement(of: Sample.iosLogin.hierarchy, on: size(1179, 2400), scale: nil)
        }
        let expected =
            "the page source is of another screen, or of a turned one: it takes 393x852 points, and "
            + "the snapshot has 1179x2400 pixels"
        #expect(error?.description == expected)
        #expect(throws: PlacementError.self) {
            try Placement(of: Sample.iosLogin.hierarchy, on: size(2556, 1179), scale: nil)
        }
        #expect(throws: PlacementError.self) {
            try Placement(of: Sample.iosLogin.hierarchy, on: size(39, 85), scale: nil)
        }
    }

    @Test("a scale that is given has to agree: that of a display of 2x is refused on one of 3x")
    func givenScale() throws {
        let hierarchy = try Sample.iosLogin.hierarchy
        #expect(try Placement(of: hierarchy, on: size(1179, 2556), scale: 3).scale == 3...3)
        #expect(try Placement(of: hierarchy, on: size(1179, 2539), scale: 3).scale == 3...3)
        let error = #expect(throws: PlacementError.self) {
            try Placement(of: hierarchy, on: size(1179, 2556), scale: 2)
        }
        let expected =
            "a scale of 2 does not fit: the page source takes 393x852 points, and the snapshot has 1179x2556 pixels"
        #expect(error?.description == expected)
    }

    @Test("a scale for points says nothing about UiAutomator's pixels")
    func scaleOfPointsOnAndroid() throws {
        let placement = try Placement(of: Sample.androidCheckout.hierarchy, on: size(1080, 2400), scale: 2.625)
        #expect(placement.scale == 1...1)
    }

    private func size(_ width: Int, _ height: Int) throws -> PixelSize {
        try #require(PixelSize(width: width, height: height))
    }

    private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> Frame {
        try #require(Frame(x: x, y: y, width: width, height: height))
    }
}
