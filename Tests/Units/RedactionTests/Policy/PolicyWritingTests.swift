import Foundation
import ImageCore
import Messages
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import ImageFixtures

@Suite("A policy is written as it is read")
struct PolicyWritingTests {
    @Test("a policy that says little is written with little")
    func plain() throws {
        let policy = try Policy(name: "black", summary: "Opaque", rules: [.init(.screen, .fill(.black))])
        #expect(
            try text(policy)
                == ##"{"name":"black","rules":[{"style":{"fill":{"color":"#000000"}},"target":"screen"}],"summary":"Opaque"}"##
        )
    }

    @Test("what is written reads back as an equal policy, whatever it says")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 61)
        for _ in 0..<500 {
            let policy = try policy(&generator)
            let text = try text(policy)
            #expect(try Policy(parsing: SecureBytes(copying: Array(text.utf8))) == policy, "\(text)")
        }
    }

    @Test(
        "a summary is one line that prints",
        arguments: ["", "two\nlines", "a\u{1B}[31mred", "a\u{2028}b", String(repeating: "a", count: 257)]
    )
    func summaries(summary: String) throws {
        let error = #expect(throws: PolicyError.self) {
            try Policy(summary: summary, rules: [.init(.screen, .fill(.black))])
        }
        #expect(error?.code == "policy-invalid")
        #expect(try Policy(summary: "Für Überweisungen 🏦", rules: [.init(.screen, .fill(.black))]).summary != nil)
    }

    private func text(_ policy: Policy) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(policy), as: UTF8.self)
    }

    private func policy(_ generator: inout SeededGenerator) throws -> Policy {
        let units: [LengthUnit] = [.pixels, .ratio, .points(scale: .random(in: 0.1...16, using: &generator))]
        let unit = try #require(units.randomElement(using: &generator))
        let summaries = [nil, "A \"quoted\" summary / with \\ and é"]
        let phases = Phase.allCases.filter { _ in Bool.random(using: &generator) }
        var rules: [Policy.Rule] = []
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            rules.append(
                Policy.Rule(
                    try target(or: Bool.random(using: &generator) ? .screen : .regions, &generator),
                    try style(&generator),
                    padding: Bool.random(using: &generator) ? 0 : .random(in: 0...100, using: &generator),
                    atLeast: .random(in: 0...2, using: &generator)
                )
            )
        }
        return try Policy(
            name: Bool.random(using: &generator) ? "a.name-of_1" : nil,
            summary: try #require(summaries.randomElement(using: &generator)),
            unit: unit,
            minimumAssurance: rules.allSatisfy { $0.style.assurance == .erased } ? .erased : .obscured,
            rules: rules,
            keep: try (0..<Int.random(in: 0...2, using: &generator)).map { _ in try target(&generator) },
            phases: phases.isEmpty ? Set(Phase.allCases) : Set(phases),
            minimumCoverage: Bool.random(using: &generator) ? 0 : .random(in: 0...1, using: &generator)
        )
    }

    private func target(or word: Target = .screen, _ generator: inout SeededGenerator) throws -> Target {
        guard Bool.random(using: &generator) else { return word }
        let region = Region(
            x: .random(in: -1e6...1e6, using: &generator),
            y: .random(in: -1...1, using: &generator),
            width: .random(in: 1e-9...1e-3, using: &generator),
            height: Double(Int.random(in: 1...1_000_000, using: &generator))
        )
        return .region(try #require(region))
    }

    private func style(_ generator: inout SeededGenerator) throws -> Style {
        let sample = { (generator: inout SeededGenerator) in UInt8.random(in: 0...255, using: &generator) }
        let color = Color(red: sample(&generator), green: sample(&generator) % 16, blue: sample(&generator))
        let length = Double.random(in: 1e-6...1e6, using: &generator)
        let mode = try #require(ContentMode.allCases.randomElement(using: &generator))
        let styles: [Style] = [
            .fill(color), .blur(radius: length), .pixelate(block: length), .veil(radius: nil), .veil(radius: length),
            .image(.init(asset: "splash")), .image(.init(asset: "a.b", contentMode: mode, background: color)),
            .image(.init(asset: "splash", isRequired: false)), .message(.standard),
            .message(try Message(title: "\"T\"", text: "a\nב", textColor: .white, background: .black, symbol: .eye)),
            .message(try Message(textSize: length, symbol: .lock)),
            .message(try Message(text: "/\\", appearance: .dark)), .label(numbered: false), .label(numbered: true),
        ]
        return try #require(styles.randomElement(using: &generator))
    }
}
