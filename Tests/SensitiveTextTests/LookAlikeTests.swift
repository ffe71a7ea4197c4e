import Foundation
import SensitiveText
import Testing

@Suite("Cyrillic letters that were read as Latin ones")
struct LookAlikeTests {
    /// Lines that tell that a page is in Cyrillic letters.
    private static let page = ["BcIm pHaA KoMnaHMA", "HaknaAHaa", "O6HoBneHo KoHTaKTbI"]

    private func findings(_ lines: [String], isRecognised: Bool = true) throws -> [String] {
        var screen = Screen()
        for (row, line) in (lines + Self.page).enumerated() {
            for (column, text) in line.components(separatedBy: "|").enumerated() {
                screen.place(text, x: 20 + 240 * column, y: 20 + 60 * row)
            }
        }
        return try screen.findings(isRecognised: isRecognised)
    }

    @Test(
        "are captions that name values",
        arguments: [
            ("VHH|500100732259", "nationalNumber: 500100732259"),
            ("PHOK N|3184710691", "nationalNumber: 3184710691"),
            ("NMH-KoA: 0329", "pin: 0329"),
            ("BpemeHHbié naponb|Sommer-2024x", "password: Sommer-2024x"),
            ("BoAITelbCKoe yAoCTOBepeHve|Y4409196", "drivingLicence: Y4409196"),
            (" acnopT|674369344", "passport: 674369344"),
            ("KoA 6e3onaCHOCTn|253", "cardSecurityCode: 253"),
            ("AaTa poxgeHng:24 Aeka6pa 2002", "dateOfBirth: 24 Aeka6pa 2002"),
            ("VMA n φamInnA|HéKaHop AeHMCOB", "personName: HéKaHop AeHMCOB"),
            ("ΦVO|baKeH Parn6opoB", "personName: baKeH Parn6opoB"),
            ("VMA n φamInnA  epmaH ApxnnoBa", "personName: epmaH ApxnnoBa"),
        ]
    )
    func captions(line: String, finding: String) throws {
        #expect(try findings([line]) == [finding])
        #expect(try findings([line], isRecognised: false).isEmpty)
    }

    @Test(
        "name nothing where they are of no label, or of one of what is no secret",
        arguments: [
            "HaKnaAHaa|500100732258", "Homep 3aka3a|674369344", "KoNN4eCTBo|253", "CTpaHMua|0329", "VKH|50010073",
        ]
    )
    func harmless(line: String) throws {
        #expect(try findings([line]) == [])
    }

    @Test("are looked for on pages in Cyrillic letters alone")
    func otherPages() throws {
        #expect(try Screen("VHH|674369344", "Kapta|4711", "iPhone 15", "JavaScript").findings(isRecognised: true) == [])
    }
}
