import SensitiveText
import Testing

@Suite("A finding says why it is one")
struct ReasonTests {
    @Test(
        "a caption that names the kind",
        arguments: [
            ("Password: hunter22", "password"), ("Name: Anna Meier", "personName"), ("Born: 12.05.1985", "dateOfBirth"),
            ("Phone: 555 0123 456", "phone"), ("PIN: 4821", "pin"), ("IP address: 203.0.113.17", "ipAddress"),
            ("Address: 5 High Street, London", "postalAddress"), ("API key: Zx81kQpL03vTnB7wRe5m", "secret"),
        ]
    )
    func caption(text: String, kind: String) throws {
        #expect(try Screen(text).reasons() == ["\(kind) by caption"])
        #expect(try Screen(text.replacing(": ", with: "|", maxReplacements: 1)).reasons() == ["\(kind) by caption"])
    }

    @Test(
        "check digits that are right",
        arguments: [
            ("4111 1111 1111 1111", "card"), ("DE89 3704 0044 0532 0130 00", "iban"), ("1HGCM82633A004352", "vin"),
            ("529.982.247-25", "nationalNumber"), ("8944500102198304826", "iccid"),
        ]
    )
    func checksum(text: String, kind: String) throws {
        #expect(try Screen(text).reasons() == ["\(kind) by checksum"])
    }

    @Test("the caption where check digits are weak or wrong, and the digits where they prove it beside a caption, too")
    func captionAndChecksum() throws {
        #expect(try Screen("Card number: 4111111111111111").reasons() == ["card by caption"])
        #expect(try Screen("Card number: 4111 1111 1111 1112").reasons() == ["card by caption"])
        #expect(try Screen("IBAN: DE89 3704 0044 0532 0130 00").reasons() == ["iban by checksum"])
        #expect(try Screen("IBAN: DE89 3704 0044 0532 0130 01").reasons() == ["iban by caption"])
    }

    @Test(
        "a form that hardly anything else has",
        arguments: [
            ("jane.doe@mail.example", "email"), ("+49 170 1234567", "phone"), ("(555) 234-5678", "phone"),
            ("123-45-6788", "nationalNumber"), ("https://bob:hunter22@example.com/x", "urlCredentials"),
            ("2001:db8:85a3::8a2e:370:7334", "ipAddress"), ("00:1A:2B:3C:4D:5E", "macAddress"),
            ("52.520008, 13.404954", "coordinates"), ("AKIAIOSFODNN7EXAMPLE", "secret"),
            ("0x52908400098527886E0F7030069857D2E4169EE7", "cryptoAddress"), ("DEUTDEFFXXX", "bic"),
            ("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "machineReadableZone"),
        ]
    )
    func form(text: String, kind: String) throws {
        #expect(try Screen(text).reasons() == ["\(kind) by form"])
    }

    @Test(
        "the words round it",
        arguments: ["Hello Anna,", "Good morning, Anna!", "Mr. Smith", "您好，王小明"]
    )
    func surroundings(text: String) throws {
        #expect(try Screen(text).reasons() == ["personName by surroundings"])
    }

    @Test("the same in text that a recogniser read")
    func recognised() throws {
        let screen = Screen("Card 4111 1111 1111 1111", "jane @mail.example.com", "Password: hunter22")
        #expect(
            try screen.reasons(isRecognised: true) == ["card by checksum", "email by form", "password by caption"]
        )
    }
}
