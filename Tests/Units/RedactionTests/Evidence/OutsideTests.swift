import ImageCore
import SecureMemory
import Testing

@testable import Redaction

@Suite("What lies outside of all that a hierarchy is about is not known, and covered by a level")
struct OutsideTests {
    /// A dialog in the middle of a display of 96 x 80.
    private static let dialog = """
        <hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[16,24][80,56]">
          <node class="android.widget.TextView" text="Delete?" bounds="[20,28][60,36]"/>
        </node></hierarchy>
        """

    @Test("a level covers the outside as well, and says so in receipt and plan")
    func covered() throws {
        let result = try redact(#"{"target": {"elements": "all-text"}, "style": STYLE}"#)
        let outside = result.receipt.covered.filter { $0.outside == true }
        let ring = try Self.ring.map(rect)
        #expect(outside.count == ring.count && outside.allSatisfy { ring.contains($0.rect) })
        #expect(outside.allSatisfy { $0.matched == nil && $0.target == "elements" })
        #expect(result.receipt.matches == [.init(rule: 0, count: 1)])
        #expect(result.plan.map(\.outside) == [nil, true])
        let pixels = try DecodedImage(decoding: result.image).takePixels()
        for (x, y) in [(0, 0), (95, 79), (15, 40), (80, 40), (40, 23), (40, 56), (20, 28)] {
            #expect(pixels.samples(x: x, y: y) == [0, 0, 0], "\(x), \(y)")
        }
        #expect(pixels.samples(x: 70, y: 50) != [0, 0, 0])
    }

    @Test("in a JPEG no block shows what lies outside beside the dialog")
    func blocks() throws {
        let result = try redact(#"{"target": {"elements": "all-text"}, "style": STYLE}"#, fileExtension: .jpeg)
        let outside = result.receipt.covered.filter { $0.outside == true }
        #expect(!outside.isEmpty)
        let shown = try #require(PixelRect(x: 16, y: 24, width: 64, height: 32))
        for covered in outside {
            let rect = covered.rect
            // Every edge that meets the dialog is one of its own, or lies in it.
            #expect(rect.x == 0 || rect.x >= shown.x, "\(rect)")
            #expect(rect.y == 0 || rect.y >= shown.y, "\(rect)")
        }
    }

    @Test("a rule may keep the outside, and one that names an element does")
    func kept() throws {
        for rule in [
            #"{"target": {"elements": "all-text"}, "style": STYLE, "outside": "keep"}"#,
            #"{"target": {"element": {"value": "Delete.*"}}, "style": STYLE}"#,
        ] {
            let result = try redact(rule)
            #expect(result.receipt.covered.map(\.rect) == [try rect([20, 28, 40, 8])])
            #expect(result.receipt.covered.map(\.outside) == [nil])
        }
    }

    @Test("what is kept is not covered with the outside")
    func keep() throws {
        let policy = """
            {"rules": [{"target": {"elements": "all-text"}, "style": STYLE}],
             "keep": [{"region": {"x": 0, "y": 0, "width": 96, "height": 8}}]}
            """
        let result = try redact(policy: policy)
        #expect(result.receipt.covered.allSatisfy { $0.rect.y >= 8 })
    }

    @Test("a dump of the whole display has no outside")
    func whole() throws {
        let source = Self.dialog.replacing("[16,24][80,56]", with: "[0,0][96,80]")
        let result = try redact(#"{"target": {"elements": "all-text"}, "style": STYLE}"#, source: source)
        #expect(result.receipt.covered.map(\.outside) == [nil])
    }

    @Test("a toast without bounds fails no level, and is warned of; a rule that names it is refused")
    func toast() throws {
        let toast = #"<android.widget.Toast class="android.widget.Toast" text="Code 4928"/></hierarchy>"#
        let source = Self.dialog.replacing("</hierarchy>", with: toast)
        let level = #"{"target": {"elements": "all-text"}, "style": STYLE}"#
        let receipt = try redact(level, source: source).receipt
        #expect(receipt.warnings == ["A toast of the page source has no bounds, and is not covered."])
        #expect(try redact(level).receipt.warnings == nil)
        let named = #"{"target": {"element": "//android.widget.Toast"}, "style": STYLE}"#
        let error = #expect(throws: RedactionError.self) { try redact(named, source: source) }
        #expect(error == .policy(.elementUnplaceable(rule: 0)))
        let other = source.replacing("android.widget.Toast", with: "android.widget.TextView")
        #expect(throws: RedactionError.policy(.elementUnplaceable(rule: 0))) { try redact(level, source: other) }
    }

    /// What lies round the dialog.
    private static let ring = [[0, 0, 96, 24], [0, 56, 96, 24], [0, 24, 16, 32], [80, 24, 16, 32]]

    private func redact(
        _ rule: String,
        source: String = dialog,
        fileExtension format: ImageFormat = .png
    ) throws -> Redactor.Result {
        try redact(policy: #"{"rules": [\#(rule)]}"#, source: source, format: format)
    }

    private func redact(
        policy: String,
        source: String = dialog,
        format: ImageFormat = .png
    ) throws -> Redactor.Result {
        let text = policy.replacing("STYLE", with: ##"{"fill": {"color": "#000000"}}"##)
        let size = try #require(PixelSize(width: 96, height: 80))
        let screen = try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(format == .png ? .png() : .jpeg())
        return try Redactor().redact(
            RedactionRequest(
                screen,
                policy: Policy(parsing: SecureBytes(copying: Array(text.utf8))),
                hierarchy: SecureBytes(copying: Array(source.utf8))
            )
        )
    }

    private func rect(_ numbers: [Int]) throws -> Receipt.Rect {
        Receipt.Rect(
            try #require(PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        )
    }
}
