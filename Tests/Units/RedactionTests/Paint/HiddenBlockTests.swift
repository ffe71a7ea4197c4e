import ImageCore
import Messages
import Redaction
import SecureMemory
import Testing

@testable import ImageFixtures

@Suite("What covered blocks of a JPEG hold, however odd, decides nothing")
struct HiddenBlockTests {
    /// The pixels that are covered: whole blocks in the middle, and all that is beyond the edge of others.
    private static let regions = [[24, 24, 8, 8], [64, 56, 3, 5]]

    /// What the hidden blocks hold, beginning with what an encoder would write.
    static let secrets: [[Int]] = [
        [12, -7], [900], [-1024], [1100], [-1025], [32_000], [5, 1024], [5, -32_767],
        [2047] + Array(repeating: 32_767, count: 63), [0] + Array(repeating: 0, count: 62) + [-20_000],
    ]

    /// What a visible block holds: what baseline can hold, or not.
    static let visible: [[Int]] = [[40, 3], [1100, 3]]

    /// A policy and an output for each way to a file.
    enum Way: CaseIterable {
        case coefficients, pixels, png, veil, message, label, erasedUnderBlur

        fileprivate func policy() throws -> Policy {
            let style: Style =
                switch self {
                case .veil: .veil(radius: nil)
                case .message: .message(.standard)
                case .label: .label(numbered: true)
                default: .fill(Color(red: 20, green: 90, blue: 200))
                }
            var rules = try HiddenBlockTests.regions.map { rect in
                let numbers = rect.map(Double.init)
                let region = Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
                return Policy.Rule(.region(try #require(region)), style)
            }
            if self == .erasedUnderBlur { rules.append(Policy.Rule(.screen, .blur(radius: 4))) }
            return try Policy(rules: rules)
        }

        fileprivate var output: OutputOptions {
            switch self {
            case .pixels: OutputOptions(quality: 80)
            case .png: OutputOptions(formats: [.png])
            default: OutputOptions()
            }
        }
    }

    private static func snapshot(hidden: [Int], visible: [Int]) throws -> SecureBytes {
        let file = CraftedJPEG(width: 67, height: 61) { place in
            switch (place.column, place.row) {
            case (3, 3), (8, 7): .init(coefficients: hidden)
            case (5, 2): .init(coefficients: visible)
            default: .init(coefficients: [place.column * 7 - place.row * 5 + place.component, place.row, 2])
            }
        }
        return try SecureBytes(copying: file.bytes)
    }

    @Test("the bytes and the receipt do not depend on them", arguments: Way.allCases, visible)
    func bytes(way: Way, visible: [Int]) throws {
        let results = try Self.secrets.map { secret in
            let snapshot = try Self.snapshot(hidden: secret, visible: visible)
            return try Redactor().redact(RedactionRequest(snapshot, policy: way.policy(), output: way.output))
        }
        for (secret, result) in zip(Self.secrets, results) {
            #expect(result.image == results[0].image, "\(secret.prefix(2))")
            #expect(result.receipt.covered.map(\.rect) == results[0].receipt.covered.map(\.rect), "\(secret.prefix(2))")
        }
    }

    @Test("a visible block beyond what baseline can hold takes the file another way, where all is decoded")
    func visibleBlock() throws {
        let targets = try Self.visible.map { visible in
            let snapshot = try Self.snapshot(hidden: [0], visible: visible)
            return try Redactor().redact(RedactionRequest(snapshot, policy: Way.coefficients.policy())).receipt.covered
                .map(\.rect)
        }
        // Where all is decoded, what is covered grows by a pixel.
        #expect(targets[0] != targets[1])
    }
}
