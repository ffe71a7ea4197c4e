import Detection
import ImageCore
import Messages
import Redaction
import Samples
import SecureMemory
import Testing

@testable import ImageFixtures

@Suite("No guess of a reader looks beneath the cover")
struct GuessTests {
    /// A result, or the reason why there is none.
    private enum Outcome: Hashable {
        case file([UInt8])
        case refused(String)

        var isFile: Bool { if case .file = self { true } else { false } }
    }

    private static let undecided = "\(DecodingError.undecided)"

    private static let styles: [Style] = [
        .fill(Color(red: 200, green: 0, blue: 0)), .veil(radius: nil), .message(.standard), .label(numbered: true),
    ]

    private static func region() throws -> Target {
        let (x, y, width, height) = GuessSample.covered
        let region = Region(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
        return .region(try #require(region))
    }

    private func outcome(_ file: [UInt8], _ rules: [Policy.Rule], detector: Detector? = nil) throws -> Outcome {
        let request = RedactionRequest(try SecureBytes(copying: file), policy: try Policy(rules: rules))
        do throws(RedactionError) {
            return .file(try Redactor(detector: detector).redact(request).image.withUnsafeBytes { Array($0) })
        } catch {
            return .refused("\(error)")
        }
    }

    @Test(
        "files that differ only beneath the cover have the same result or the same refusal",
        arguments: GuessSample.all
    )
    func erased(sample: GuessSample) throws {
        let files = try sample.files()
        #expect(Set(files).count == files.count && files.count > 1)
        for style in Self.styles {
            let outcomes = try files.map { try outcome($0, [Policy.Rule(Self.region(), style)]) }
            #expect(Set(outcomes).count == 1, "\(style.kind)")
            #expect(outcomes.first?.isFile == !sample.isUndecided, "\(style.kind) \(outcomes.map(\.isFile))")
            if sample.isUndecided { #expect(outcomes.first == .refused(Self.undecided)) }
        }
        // All is covered, and a part of it erased, which must not land where the rest is obscured.
        let rules = [Policy.Rule(.screen, .blur(radius: 3)), Policy.Rule(try Self.region(), Self.styles[0])]
        let blurred = try files.map { try outcome($0, rules) }
        #expect(Set(blurred).count == 1 && blurred.first?.isFile == !sample.isUndecided)
        let filled = try files.map { try outcome($0, [Policy.Rule(.screen, Self.styles[0])]) }
        #expect(Set(filled).count == 1 && filled.first?.isFile == true)
        for file in files { #expect(try outcome(file, [Policy.Rule(.screen, .blur(radius: 3))]).isFile) }
    }

    @Test("an ATX shows what a KTX shows that names its order", arguments: TextureFixture.Order.allCases)
    func order(order: TextureFixture.Order) throws {
        for secret in GuessSample.Secret.allCases {
            let texture = GuessSample.texture(secret)
            let rules = [Policy.Rule(try Self.region(), Self.styles[0])]
            let expected = try outcome(texture.ktx(), rules)
            #expect(try outcome(texture.atx(order), rules) == expected)
            if order != .rows { #expect(try outcome(texture.atx(order, isPadded: true), rules) == expected) }
        }
    }

    @Test("an ATX of one colour is read where nothing is covered, as it is the same in any order")
    func uniform() throws {
        let policy = try Policy(rules: [Policy.Rule(Self.region(), Self.styles[0])], phases: [.background])
        let file = TextureFixture(picture: .flat(200, 168, [90, 80, 70])).atx(.rowFirst)
        let request = RedactionRequest(try SecureBytes(copying: file), policy: policy, phase: .active)
        #expect(try Redactor().redact(request).receipt.covered.isEmpty)
    }

    @Test("what was found by looking has to be found in the order that all else says")
    func looking() throws {
        let detector = try Detector(models: Models.directory)
        let rules = [
            Policy.Rule(.sight(.codes), Self.styles[0], atLeast: 0), Policy.Rule(try Self.region(), Self.styles[0]),
        ]
        for order in TextureFixture.Order.allCases {
            for secret in [GuessSample.Secret.nothing, .noise, .finePattern] {
                let detailed = GuessSample.texture(secret)
                #expect(
                    try outcome(detailed.atx(order), rules, detector: detector)
                        == outcome(detailed.ktx(), rules, detector: detector)
                )
                let plain = GuessSample.texture(secret, isPlain: true).atx(order)
                #expect(try outcome(plain, rules, detector: detector) == .refused(Self.undecided))
                let whole = rules + [Policy.Rule(.screen, Self.styles[0])]
                #expect(try outcome(plain, whole, detector: detector).isFile)
            }
        }
    }
}
