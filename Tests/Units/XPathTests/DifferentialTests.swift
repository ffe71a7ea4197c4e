import Foundation
import Testing
import XPath

@Suite("Compared with libxml2")
struct DifferentialTests {
    /// A document, and what is selected in it.
    struct Sample: CustomTestStringConvertible {
        var number: Int
        var outline: String
        var selections: [(expression: String, elements: [Int])]

        var testDescription: String { "document \(number)" }
    }

    static let samples = Result { try read() }

    @Test("every expression selects the same elements", arguments: try samples.get())
    func sameElements(sample: Sample) throws {
        let tree = try ElementTree(outline: sample.outline)
        for (expression, elements) in sample.selections {
            #expect(try tree.elements(expression) == elements, "\(expression)")
        }
    }

    @Test("there are hundreds of expressions")
    func sampleCount() throws {
        #expect(try Self.samples.get().reduce(0) { $0 + $1.selections.count } == 400)
    }

    private static func read() throws -> [Sample] {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/libxml2", withExtension: "txt"))
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.components(separatedBy: "\ndocument\n").dropFirst().enumerated().map { number, sample in
            let parts = sample.components(separatedBy: "\nexpressions\n")
            let selections = parts[1].split(separator: "\n").map { line in
                let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
                return (String(columns[0]), columns[1].split(separator: " ").compactMap { Int($0) })
            }
            return Sample(number: number, outline: parts[0], selections: selections)
        }
    }
}
