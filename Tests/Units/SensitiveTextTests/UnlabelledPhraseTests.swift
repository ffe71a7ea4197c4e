import SensitiveText
import Testing

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
