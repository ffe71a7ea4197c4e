import SensitiveText
import Testing

@Suite("A code in boxes, of which no caption was read")
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
