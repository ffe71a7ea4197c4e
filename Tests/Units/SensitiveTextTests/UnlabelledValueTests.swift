import SensitiveText
import Testing

@Suite("A code in boxes without a caption")
struct BoxedCodeTests {
    private func findings(_ rows: [String], step: Int = 48) throws -> [String] {
        var screen = Screen()
        screen.place("gilallp9", x: 20, y: 20)
        for (row, digits) in rows.enumerated() {
            for (place, digit) in digits.enumerated() {
                screen.place(String(digit), x: 40 + step * place, y: 50 + 40 * row, height: 20)
            }
        }
        return try screen.findings(isRecognised: true)
    }

    @Test("is found where four digits and more stand apart at one distance", arguments: ["6960", "159631", "20294812"])
    func codes(digits: String) throws {
        #expect(try findings([digits]) == ["oneTimeCode: " + digits.map(String.init).joined(separator: "⏎")])
    }

    @Test(
        "is none where digits count, stand close or in rows, or are too few",
        arguments: [["12345"], ["02468"], ["543210"], ["6960", "1596"], ["696"]]
    )
    func others(rows: [String]) throws {
        #expect(try findings(rows) == [])
        #expect(try findings(["159631"], step: 20) == [])
    }
}

@Suite("A recovery phrase without a caption")
struct UnlabelledPhraseTests {
    private func findings(_ lines: [String], isRecognised: Bool = true) throws -> [String] {
        var screen = Screen()
        for (row, line) in lines.enumerated() { screen.place(line, x: 600 - 8 * line.count, y: 20 + 22 * row) }
        return try screen.findings(isRecognised: isRecognised)
    }

    @Test(
        "is found where there are as many words as phrases have, on any lines",
        arguments: [
            ["winter canyon forest timber ability violin mirror abandon winter pencil kitchen hammer"],
            ["winter canyon forest timber ability", "violin mirror abandon winter pencil", "kitchen hammer"],
            ["winter canyon forest timber ability vio1in", "mirrorabandon winter pencil kitchen hammer"],
        ]
    )
    func words(lines: [String]) throws {
        #expect(try findings(lines) == ["recoveryPhrase: \(lines.joined(separator: "⏎"))"])
    }

    @Test(
        "is none in sentences, nor with another number of words, a short one or a number",
        arguments: [
            "they keep their winter coats and gloves with other things under some tables",
            "winter canyon forest timber ability violin mirror abandon winter pencil kitchen",
            "winter canyon forest timber ability violin mirror abandon winter pencil kitchen hammer lemon",
            "winter canyon forest timber ability violin mirror abandon winter pencil kitchen of",
            "winter canyon forest timber ability 12 violin mirror abandon winter pencil kitchen hammer",
            "Winter canyon forest timber ability violin mirror abandon winter pencil kitchen hammer",
        ]
    )
    func others(line: String) throws {
        #expect(try findings([line]) == [])
    }
}
