import SensitiveText
import Testing

@Suite("What a recogniser confuses")
struct RecognitionTests {
    @Test(
        "is set right where a check digit, a beginning or a label proves it",
        arguments: [
            ("4lll 1111 1111 1111", "card: 4lll 1111 1111 1111"),
            ("DE89 37O4 0O44 0532 0130 00", "iban: DE89 37O4 0O44 0532 0130 00"),
            ("GB29 NW8K 6016 1331 9268 19", "iban: GB29 NW8K 6016 1331 9268 19"),
            ("RSSMRA8ST10A562S", "nationalNumber: RSSMRA8ST10A562S"),
            ("jane.doe @ example.com", "email: jane.doe @ example.com"),
            ("jane.doe@examplecom", "email: jane.doe@examplecom"),
            ("lBAN: DE89370400440532013000", "iban: DE89370400440532013000"),
            ("Passw0rd: Winter2024!", "password: Winter2024!"),
            ("AKlAIOSFODNN7EXAMPLE", "secret: AKlAIOSFODNN7EXAMPLE"),
            ("Kreditkartennummer 4111111111111111", "card: 4111111111111111"),
            ("Codice fisca1e RSSMRA85T10A562S", "nationalNumber: RSSMRA85T10A562S"),
            ("Verificationcode 482913", "oneTimeCode: 482913"),
            ("192.175.4O.211", "ipAddress: 192.175.4O.211"),
            ("69fa:9b6l:aaa0:942a:1243:71c2:6f71:d809", "ipAddress: 69fa:9b6l:aaa0:942a:1243:71c2:6f71:d809"),
            ("69fa:9b61:aaa0942a:1243:71c2:6f71:d809", "ipAddress: 69fa:9b61:aaa0942a:1243:71c2:6f71:d809"),
            ("69fa:9b61::aaa0:942a:1243:71c2:6f71:d809", "ipAddress: 69fa:9b61::aaa0:942a:1243:71c2:6f71:d809"),
            ("2001:db8:9eb:8d", "ipAddress: 2001:db8:9eb:8d"),
            ("38a8: f175:412b:6ee8:clc3 :6f1f:d2fc:a813", "ipAddress: 38a8: f175:412b:6ee8:clc3 :6f1f:d2fc:a813"),
            ("Face: 192.168.7.21", "ipAddress: 192.168.7.21"),
            ("4c:cl:ac:2d:a5:la", "macAddress: 4c:cl:ac:2d:a5:la"),
            ("Oa: 1b:96:80:ca:aa", "macAddress: Oa: 1b:96:80:ca:aa"),
            (
                "0×52908400O98527886E0F7030069857D2E4169EE7",
                "cryptoAddress: 0×52908400O98527886E0F7030069857D2E4169EE7"
            ),
            // The letter of an Italian account.
            ("IT47 1030 6909 6061 0000 0063 218", "iban: IT47 1030 6909 6061 0000 0063 218"),
            ("DB_PASSWORD=M&kR7HfTo) &d", "password: M&kR7HfTo) &d"),
            // A Japanese caption with the Chinese form of a character.
            ("暗证番号: 4711", "pin: 4711"),
            ("联系电話: 18879270288", "phone: 18879270288"),
            // A space is lost between a word and a number.
            ("Zapłacono kartą6207-5084-3722-3589", "card: 6207-5084-3722-3589"),
            ("paid by card4111111111111111", "card: 4111111111111111"),
            // A Latin caption in Cyrillic letters.
            ("СҮҮ 829", "cardSecurityCode: 829"),
            // A Cyrillic letter that was read as a Latin one where a word is broken.
            ("Получателb: Милан Бурова", "personName: Милан Бурова"),
            // Captions behind their values, where lines begin on the right.
            ("747:CVV", "cardSecurityCode: 747"),
            ("BARCGB22 :SWIFT", "bic: BARCGB22"),
            // Beside the number stands a caption in a script that is read from the right, and not known.
            ("377537513017315 71Dn 70", "card: 377537513017315"),
            ("4114 9236 0610 4881:71Dn 70", "card: 4114 9236 0610 4881"),
            (
                "Seed phrase: rabbit pencilcopper hammer lemon lemon jung1e zebra mirror unique forest mirror",
                "recoveryPhrase: rabbit pencilcopper hammer lemon lemon jung1e zebra mirror unique forest mirror"
            ),
        ]
    )
    func repaired(text: String, finding: String) throws {
        #expect(try Screen(text).findings(isRecognised: true) == [finding])
    }

    @Test(
        "stays as it is in exact texts, and where nothing proves it",
        arguments: ["4lll 1111 1111 1111", "DE89 37O4 0O44 0532 0130 00", "jane.doe @ example.com"]
    )
    func exact(text: String) throws {
        #expect(try Screen(text).findings() == [])
        #expect(try Screen("2001:db8:9eb:8d", "192.175.4O.211").findings() == [])
        #expect(
            try Screen("Lilo: 12:30:45:10", "10:15:20.123 bad: cafe", "lo.so.il.so").findings(isRecognised: true) == []
        )
        #expect(try Screen("paid by card4111111111111111").findings() == [])
        #expect(try Screen("paid by c4111111111111111").findings(isRecognised: true) == [])
        #expect(try Screen("联系电話: 68792702", "СҮҮ 829").findings() == [])
        #expect(try Screen("747:CVV widget", "Platform 3", "1:23:PIN").findings(isRecognised: true) == [])
        #expect(try Screen("SOS I2B", "Bl00d S0ng", "O.l.l.O").findings(isRecognised: true) == [])
    }
}
