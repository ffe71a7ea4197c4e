import Testing

@testable import SensitiveText

@Suite("Captions in all languages")
struct CaptionTests {
    /// A value of each kind that counts beside a caption only.
    private static let values: [SensitiveKind: String] = [
        .phone: "5550 1234", .personName: "Anna Kowalska", .postalAddress: "Lindenweg 12, 10115 Potsdam",
        .coordinates: "52.52017", .cardSecurityCode: "473", .bankAccount: "12345678", .bankCode: "37040044",
        .passport: "C01X00T47", .drivingLicence: "B072RRE2I55", .dateOfBirth: "12.03.1985", .oneTimeCode: "482913",
        .pin: "4821", .password: "Blau_Karte29", .secret: "k3Jx92mQpL0vTz81bC4d", .nationalNumber: "483920174",
    ]

    private static let rightToLeft: Set = ["ar", "he", "fa", "ur"]

    private static func isRightToLeft(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) }
    }

    @Test("name the values beside and beneath them", arguments: VocabularyTests.languages.map(\.language))
    func values(language: String) throws {
        let entries = try #require(Vocabulary.languages.first { $0.language == language }).entries
        var count = 0
        for (kind, value) in Self.values {
            let terms = try #require(entries.first { $0.name == kind.rawValue }, "\(kind)").terms
            for term in terms {
                let caption = term.drop { $0 == " " }
                let beside = Self.isRightToLeft(caption) ? "\(value)|\(caption)" : "\(caption)|\(value)"
                for screen in [Screen("\(caption)", value), Screen(beside), Screen("\(caption): \(value)")] {
                    let findings = try screen.findings([kind])
                    #expect(findings == ["\(kind.rawValue): \(value)"], "\(language) \(kind): \(caption)")
                    count += 1
                }
            }
        }
        #expect(count >= 3 * Self.values.count)
    }

    @Test("name passwords line by line on a screen that mixes all scripts")
    func mixedScreen() throws {
        var screen = Screen()
        var expected: [String] = []
        for (row, language) in VocabularyTests.languages.enumerated() {
            let caption = try #require(language.entries.first { $0.name == "password" }).terms[0].drop { $0 == " " }
            let isRight = Self.rightToLeft.contains(language.language)
            let value = "Blau_Karte\(row)"
            let line = 20 + 36 * row
            screen.place(String(caption), x: isRight ? 640 : 20, y: line)
            screen.place(value, x: 300, y: line)
            expected.append("password: \(value)")
        }
        #expect(try screen.findings().sorted() == expected.sorted())
    }

    @Test("of letters from the right stand on the right of their values, and others on the left, line by line")
    func pairs() throws {
        let latin = "Password|Blau_Karte1|PIN|4821"
        let arabic = "4821|رقم التعريف الشخصي|Blau_Karte2|كلمة المرور"
        let findings = ["password: Blau_Karte1", "pin: 4821", "pin: 4821", "password: Blau_Karte2"]
        #expect(try Screen(latin, arabic).findings() == findings)
        #expect(try Screen(arabic, arabic, latin).findings().suffix(2) == findings.prefix(2))
    }

    @Test("of harmless things keep their values", arguments: VocabularyTests.languages.map(\.language))
    func harmless(language: String) throws {
        let entries = try #require(Vocabulary.languages.first { $0.language == language }).entries
        var count = 0
        for entry in entries where VocabularyTests.nothingSensitive.contains(entry.name) {
            let value = entry.name == "actions" ? "Blau_Karte29" : entry.name == "version" ? "10.4.2.1" : "5550 1234"
            for term in entry.terms {
                let caption = term.drop { $0 == " " }
                guard caption != "cep" else { continue }
                let beside = Self.isRightToLeft(caption) ? "\(value)|\(caption)" : "\(caption)|\(value)"
                #expect(try Screen(beside).findings() == [], "\(language) \(entry.name): \(caption)")
                count += 1
            }
        }
        #expect(count >= 20)
    }
}
