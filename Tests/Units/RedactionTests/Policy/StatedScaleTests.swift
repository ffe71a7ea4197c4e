import ImageCore
import Messages
import SecureMemory
import StrictJSON
import Testing

@testable import Redaction

@Suite("The scale of a snapshot may be stated beside any policy")
struct StatedScaleTests {
    private static let inPoints =
        ##"{"units": "points", "rules": [{"target": REGION, "style": {"fill": {"color": "#000"}}}]}"##
        .replacing("REGION", with: #"{"region": {"x": 1, "y": 2, "width": 3, "height": 4}}"#)

    @Test("a policy in points that leaves the scale to the request takes it from there, and is refused without")
    func left() throws {
        let policy = try policy(Self.inPoints)
        #expect(policy.unit == .points(scale: nil))
        let receipt = try redact(policy, .points(scale: 3)).receipt
        #expect(receipt.covered.map(\.rect) == [try rect(3, 6, 9, 12)])
        for unit in [nil, LengthUnit.pixels, .points(scale: nil)] {
            let error = #expect(throws: RedactionError.self) { try redact(policy, unit) }
            #expect(error == .policy(.scaleMissing))
        }
    }

    @Test("a policy with a scale of its own and a request have to agree")
    func own() throws {
        let policy = try policy(Self.inPoints.replacing(#""points","#, with: #""points", "scale": 3,"#))
        #expect(try redact(policy, .points(scale: 3)).receipt == redact(policy, nil).receipt)
        let error = #expect(throws: RedactionError.self) { try redact(policy, .points(scale: 2)) }
        #expect(error == .policy(.scaleConflict(policy: 3, request: 2)))
        #expect(PolicyError.scaleConflict(policy: 3, request: 2).pointer?.description == "/scale")
    }

    @Test("lengths in pixels and ratios stay what they are")
    func otherUnits() throws {
        for text in [
            Self.inPoints.replacing(#""points""#, with: #""pixels""#),
            Self.inPoints.replacing(#""points""#, with: #""ratio""#)
                .replacing(
                    #""x": 1, "y": 2, "width": 3, "height": 4"#,
                    with: #""x": 0, "y": 0, "width": 0.5, "height": 0.5"#
                ),
        ] {
            let policy = try policy(text)
            #expect(try redact(policy, .points(scale: 3)).receipt == redact(policy, nil).receipt)
        }
    }

    @Test(
        "a message is as large as the text styles of Dynamic Type at the scale, and never taken from another one's cover"
    )
    func messages() throws {
        let renderer = Redactor(covers: CoverCache())
        let policy = try Policy(rules: [.init(.screen, .message(Message(text: "HH")))])
        let heights = try [1.0, 2, 1, 2].map { scale in
            let result = try renderer.redact(
                RedactionRequest(white(300, 200), policy: policy, unit: .points(scale: scale))
            )
            let pixels = try DecodedImage(decoding: result.image).takePixels()
            let ground = pixels.samples(x: 0, y: 0)
            return (0..<200).count { y in (0..<300).contains { pixels.samples(x: $0, y: y) != ground } }
        }
        // Capitals are 0.73 of the 28 points of Title 1.
        #expect((19...23).contains(heights[0]) && (39...44).contains(heights[1]))
        #expect(heights == [heights[0], heights[1], heights[0], heights[1]])
    }

    @Test("digits that are assumed on a screen have the size that they have at the scale")
    func warnings() throws {
        let policy = try policy(#"{"rules": [{"target": "screen", "style": {"blur": {"radius": 30}}}]}"#)
        let warning = { (unit: LengthUnit?) in try redact(policy, unit).receipt.covered.first?.warning }
        #expect(try warning(.points(scale: 3))?.contains("Digits 43 pixels high") == true)
        #expect(try warning(nil)?.contains("Digits 14 pixels high") == true)
    }

    private func redact(_ policy: Policy, _ unit: LengthUnit?) throws -> Redactor.Result {
        try Redactor().redact(RedactionRequest(white(100, 80), policy: policy, unit: unit))
    }

    private func policy(_ text: String) throws -> Policy {
        try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }

    private func white(_ width: Int, _ height: Int) throws -> SecureBytes {
        let size = try #require(PixelSize(width: width, height: height))
        return try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(.png())
    }

    private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> Receipt.Rect {
        Receipt.Rect(try #require(PixelRect(x: x, y: y, width: width, height: height)))
    }
}
