import Foundation
import Testing

@testable import SensitiveText

@Suite("Words are folded in the lexicon of names as they are in texts")
struct FoldingTests {
    @Test("every letter of the scripts that are read")
    func letters() throws {
        let expected = try foldedByPython()
        var count = 0
        for (code, folded) in expected {
            // Versions of Unicode before the age of a scalar know nothing of it.
            guard let scalar = Unicode.Scalar(code), let age = scalar.properties.age, age.major <= 10 else { continue }
            count += 1
            let here = FoldedWords.folded(String(scalar)).unicodeScalars.map(\.value)
            #expect(here == folded, "U+\(String(code, radix: 16, uppercase: true))")
        }
        #expect(count > 50_000)
    }

    /// What `fold_scalar` of `Deploy/lib/names/words.py` makes of each scalar of the basic plane.
    private func foldedByPython() throws -> [UInt32: [UInt32]] {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let script = """
            from words import fold_scalar
            for code in [*range(0xD800), *range(0xF900, 0x10000)]:
                print(code, *map(ord, fold_scalar(chr(code))))
            """
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-B", "-c", script]
        process.currentDirectoryURL = root.appending(path: "Deploy/lib/names")
        process.standardOutput = output
        try process.run()
        let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let codes = lines.split(separator: "\n").map { $0.split(separator: " ").compactMap { UInt32($0) } }
        return Dictionary(uniqueKeysWithValues: codes.map { ($0[0], Array($0.dropFirst())) })
    }
}
