import SensitiveText
import Testing

@Suite("Candidates for the same characters")
struct CompetitionTests {
    @Test(
        "give way to the value that its caption or its check digits prove, and that holds them",
        arguments: [
            // Twelve digits within are a valid Aadhaar number, or sixteen those of a card, and the check digits are misread.
            ("IBAN", "PL62 1020 2341 2341 2346 1981 2874"), ("IBAN", "PL62 1090 4111 1111 1111 1111 2874"),
            ("Numer konta", "PL61 1090 1014 0000 0712 1981 2874"),
            ("Numer konta", "PL61 1O90 1014 0000 0712 1981 2874"),
            ("Konto", "DE89 3704 0044 0532 0130 00"),
        ]
    )
    func captions(caption: String, value: String) throws {
        #expect(try Screen("\(caption)|\(value)").findings(isRecognised: true) == ["iban: \(value)"])
        #expect(try Screen("\(caption): \(value)").findings(isRecognised: true) == ["iban: \(value)"])
        #expect(try Screen("\(caption)|\(value)").findings([.iban], isRecognised: true) == ["iban: \(value)"])
    }

    @Test("are covered whole where the check digits fail, though its middle is a number of an account")
    func misread() throws {
        let value = "PL61 1090 1014 0000 0712 1981 2875"
        #expect(try Screen("Numer konta|\(value)").findings(isRecognised: true) == ["bankAccount: \(value)"])
    }

    @Test("are covered together where they overlap, with the kind of the surer one")
    func union() throws {
        // The second line is an address of mail by itself, and the first one begins its password.
        let found = try Screen("https://bob:hun", "ter22x@example.com").findings(isRecognised: true)
        #expect(found == ["urlCredentials: bob:hun⏎ter22x@example.com"])
    }
}
