import Foundation
import ImageCore
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import ImageFixtures

@Suite("What is hidden is in no byte of a result, whatever the reader, the style, the target and the output are")
struct InterferenceTests {
    /// Files that differ beneath a cover alone, in each case.
    private static let files = 4
    /// Files of all readers together.
    private static let count = ProcessInfo.processInfo.environment["SNAPVEIL_INTERFERENCE"].flatMap(Int.init) ?? 6000

    @Test(
        "files that differ beneath the cover alone have one result; SNAPVEIL_INTERFERENCE says how many are tried",
        arguments: HidingReader.allCases
    )
    func erased(reader: HidingReader) throws {
        var results = 0
        for number in 0..<Self.count / Self.files / HidingReader.allCases.count {
            let sample = try HidingCase(reader, seed: UInt64(number) << 8 | UInt64(reader.rawValue))
            var outcomes: Set<Outcome> = []
            var files: Set<[UInt8]> = []
            for secret in 0..<Self.files {
                let file = try sample.file(secret: UInt64(secret))
                files.insert(file)
                outcomes.insert(try outcome(sample.request(file)))
            }
            #expect(outcomes.count == 1, "\(sample)")
            if files.count > 1, outcomes.allSatisfy(\.isFile) { results += 1 }
        }
        // Some have nothing to vary, and of an ATX of noise or slopes the order is not to be told.
        #expect(results * 5 > Self.count / Self.files / HidingReader.allCases.count)
    }

    /// A result with its receipt, or the reason why there is none.
    private enum Outcome: Hashable {
        case file([UInt8], receipt: Data)
        case refused(String)

        var isFile: Bool { if case .file = self { true } else { false } }
    }

    private func outcome(_ request: RedactionRequest) throws -> Outcome {
        do throws(RedactionError) {
            let result = try Redactor().redact(request)
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let receipt = (try? encoder.encode(result.receipt)) ?? Data()
            return .file(result.image.withUnsafeBytes(Array.init), receipt: receipt)
        } catch {
            return .refused("\(error)")
        }
    }

    @Test("the cases can tell: what is obscured alone differs", arguments: HidingReader.allCases)
    func obscured(reader: HidingReader) throws {
        var isDifferent = false
        for number in 0..<UInt64(20) {
            let sample = try HidingCase(reader, seed: number)
            let files = try (0..<UInt64(2)).map { try sample.file(secret: $0) }
            let outcomes = try files.map { try outcome(sample.request($0, style: #"{"blur":{"radius":1}}"#)) }
            isDifferent = isDifferent || outcomes[0] != outcomes[1] && outcomes.allSatisfy(\.isFile)
        }
        #expect(isDifferent)
    }
}
