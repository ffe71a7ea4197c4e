import ImageCore
import Messages
import Redaction
import SecureMemory
import Testing

@Suite("What a cover is worth is said, and can be demanded")
struct AssuranceTests {
    private static let styles: [(style: Style, assurance: Assurance)] = [
        (.fill(.black), .erased), (.veil(radius: nil), .erased), (.image(.init(asset: "cover")), .erased),
        (.message(.standard), .erased), (.label(numbered: true), .erased),
        (.blur(radius: 90), .obscured), (.pixelate(block: 90), .obscured),
    ]

    @Test("a style erases or obscures, and the receipt says which")
    func styles() throws {
        #expect(Set(Self.styles.map(\.style.kind)) == Set(Style.kinds))
        for (style, assurance) in Self.styles {
            let receipt = try receipt(Policy(rules: [Policy.Rule(.screen, style)]))
            #expect(receipt.assurance == assurance)
            #expect(receipt.covered.map(\.assurance) == [assurance])
            #expect(receipt.covered.map(\.style) == [style.kind])
        }
    }

    @Test("a demand for more than a style gives is refused, by the policy or by whoever carries it out")
    func demands() throws {
        for (index, (style, assurance)) in Self.styles.enumerated() {
            let rules = [Policy.Rule(.screen, .fill(.white)), Policy.Rule(.screen, style)]
            let policy = try Policy(rules: rules)
            #expect(try policy.demanding(.obscured) == policy)
            if assurance == .erased {
                #expect(try policy.demanding(.erased).minimumAssurance == .erased, "\(index)")
            } else {
                let error = PolicyError.assuranceTooWeak(rule: 1, style: style.kind)
                #expect(throws: error) { try policy.demanding(.erased) }
                #expect(throws: error) { try Policy(minimumAssurance: .erased, rules: rules) }
            }
        }
    }

    @Test("a demand can be raised and not lowered")
    func raising() throws {
        let strict = try Policy(minimumAssurance: .erased, rules: [Policy.Rule(.screen, .fill(.black))])
        #expect(try strict.demanding(.obscured).minimumAssurance == .erased)
    }

    @Test(
        "a blur or mosaic that is known to be undone carries a warning that says how",
        arguments: [
            // Digits of 20-point text: 14.4 pixels on a display of scale 1, which is what 96 pixels are taken for.
            (LengthUnit.pixels, Style.blur(radius: 8), "read back" as String?),
            (.pixels, .blur(radius: 41), "read back"),
            (.pixels, .blur(radius: 42), "by trial"), (.pixels, .blur(radius: 86), "by trial"),
            (.pixels, .blur(radius: 96), "by trial"), (.pixels, .pixelate(block: 30), "read back"),
            (.pixels, .pixelate(block: 31), "by trial"), (.pixels, .pixelate(block: 96), "by trial"),
            (.points(scale: 2), .blur(radius: 41), "read back"), (.points(scale: 2), .blur(radius: 42), "by trial"),
            (.points(scale: 0.5), .pixelate(block: 60), "read back"),
            (.points(scale: 0.5), .pixelate(block: 61), "by trial"), (.ratio, .blur(radius: 0.5), "read back"),
            (.ratio, .blur(radius: 0.53), "by trial"), (.points(scale: 0.1), .blur(radius: 100), "read back"),
            (.pixels, .fill(.black), nil), (.pixels, .veil(radius: 2), nil),
        ]
    )
    func warnings(unit: LengthUnit, style: Style, attack: String?) throws {
        let receipt = try receipt(Policy(unit: unit, rules: [Policy.Rule(.screen, style)]))
        let warning = receipt.covered.first?.warning
        #expect((warning != nil) == (attack != nil))
        #expect(attack.map { warning?.contains($0) ?? false } ?? true)
    }

    @Test("a screenshot as large as a phone's shows text as large as a phone's")
    func scaleOfAPhone() throws {
        let snapshot = try blank(1200, 1300)
        for (radius, attack) in [(125.0, "read back"), (126.0, "by trial")] {
            let policy = try Policy(rules: [Policy.Rule(.screen, .blur(radius: radius))])
            let warning = try Redactor().redact(RedactionRequest(snapshot, policy: policy)).receipt.covered.first?
                .warning
            #expect(warning?.hasPrefix("Digits 43 pixels high can be") == true)
            #expect(warning?.contains(attack) == true)
        }
    }

    @Test("of a lossy WebP it is said that its encoder saw what is covered, if anything else is seen")
    func spread() throws {
        let size = try #require(PixelSize(width: 96, height: 80))
        func file(_ format: OutputFormat) throws -> SecureBytes {
            try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(format)
        }
        let (lossy, lossless, jpeg) = try (file(.webP(quality: 80)), file(.webP()), file(.jpeg()))
        let part = Target.region(try #require(Region(x: 8, y: 8, width: 30, height: 20)))
        func warnings(_ file: SecureBytes, _ target: Target, _ style: Style) throws -> [String]? {
            let policy = try Policy(rules: [Policy.Rule(target, style)])
            return try Redactor().redact(RedactionRequest(file, policy: policy)).receipt.warnings
        }
        #expect(try warnings(lossy, part, .fill(.black))?.count == 1)
        #expect(try warnings(lossy, .screen, .fill(.black)) == nil)
        #expect(try warnings(lossy, part, .blur(radius: 9)) == nil)
        #expect(try warnings(lossless, part, .fill(.black)) == nil && warnings(jpeg, part, .fill(.black)) == nil)
    }

    private func receipt(_ policy: Policy) throws -> Receipt {
        let assets = policy.rules.contains { $0.style.kind == "image" } ? ["cover": try blank(4, 4)] : [:]
        return try Redactor().redact(RedactionRequest(try blank(96, 80), policy: policy, assets: assets)).receipt
    }

    private func blank(_ width: Int, _ height: Int) throws -> SecureBytes {
        let size = try #require(PixelSize(width: width, height: height))
        return try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(.png())
    }
}
