import ImageCore
import Testing

@Suite("Colours are read from CSS hexadecimal notation")
struct ColorTests {
    @Test("three and six digits in either case are colours")
    func digits() {
        #expect(Color(hex: "#1e90FF") == Color(red: 0x1E, green: 0x90, blue: 0xFF))
        #expect(Color(hex: "#fA0") == Color(red: 0xFF, green: 0xAA, blue: 0x00))
        #expect(Color(hex: "#000") == .black)
        #expect(Color(hex: "#FFFFFF") == .white)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "#", "000000", "#0", "#00", "#0000", "#00000", "#0000000", "#00000000", "#ggg", "# 00", "#+00", "red",
            "#１２３",
        ]
    )
    func malformed(text: String) {
        #expect(Color(hex: text) == nil)
    }
}
