import SensitiveText
import Testing

@Suite("A kind")
struct KindTests {
    @Test(
        "is found by its own form",
        arguments: [
            ("write to jane.doe+x@mail.example.co.uk today", "email: jane.doe+x@mail.example.co.uk"),
            ("Visa 4111 1111 1111 1111 12/27", "card: 4111 1111 1111 1111"),
            ("378282246310005", "card: 378282246310005"),
            ("pay to DE89 3704 0044 0532 0130 00 now", "iban: DE89 3704 0044 0532 0130 00"),
            ("GB29NWBK60161331926819", "iban: GB29NWBK60161331926819"),
            ("+49 170 1234567", "phone: +49 170 1234567"),
            ("(555) 234-5678", "phone: (555) 234-5678"),
            ("06 12 34 56 78", "phone: 06 12 34 56 78"),
            ("123-45-6788", "nationalNumber: 123-45-6788"),
            ("529.982.247-25", "nationalNumber: 529.982.247-25"),
            ("RSSMRA85T10A562S", "nationalNumber: RSSMRA85T10A562S"),
            ("65 180539 W 001", "nationalNumber: 65 180539 W 001"),
            ("112-233-445 95", "nationalNumber: 112-233-445 95"),
            ("S1234567D", "nationalNumber: S1234567D"),
            ("A123456(3)", "nationalNumber: A123456(3"),
            ("A123456789", "nationalNumber: A123456789"),
            ("https://bob:hunter22@example.com/x", "urlCredentials: bob:hunter22"),
            ("https://x.example/reset?user=1&token=abcdef123456", "urlCredentials: abcdef123456"),
            ("Server 203.0.113.17 is up", "ipAddress: 203.0.113.17"),
            ("2001:db8:85a3::8a2e:370:7334", "ipAddress: 2001:db8:85a3::8a2e:370:7334"),
            ("00:1A:2B:3C:4D:5E", "macAddress: 00:1A:2B:3C:4D:5E"),
            ("52.520008, 13.404954", "coordinates: 52.520008, 13.404954"),
            ("52°31'12\"N 13°24'18\"E", "coordinates: 52°31'12\"N 13°24'18\"E"),
            ("1HGCM82633A004352", "vin: 1HGCM82633A004352"),
            ("490154203237518", "imei: 490154203237518"),
            ("8944500102198304826", "iccid: 8944500102198304826"),
            ("AKIAIOSFODNN7EXAMPLE", "secret: AKIAIOSFODNN7EXAMPLE"),
            ("key ghp_16C7e42F292c6912E7710c838347Ae178B4a", "secret: ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
            ("0x52908400098527886E0F7030069857D2E4169EE7", "cryptoAddress: 0x52908400098527886E0F7030069857D2E4169EE7"),
            ("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "cryptoAddress: bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"),
            ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "cryptoAddress: 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
            (
                "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
                "machineReadableZone: L898902C36UTO7408122F1204159ZE184226B<<<<<10"
            ),
            (
                "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
                "machineReadableZone: P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
            ),
            ("Dear Mr. Smith,", "personName: Smith"), ("Dr. Mekhala Date", "personName: Mekhala Date"),
            ("Sra. Aina Name", "personName: Aina Name"), ("Dott.ssa Tripi", "personName: Tripi"),
            ("Prof.ssa Anna Tripi", "personName: Anna Tripi"), ("ד״ר כהן", "personName: כהן"),
            ("ד\"ר ישראל כהן", "personName: ישראל כהן"), ("גב׳ כהן", "personName: כהן"), ("מר כהן", "personName: כהן"),
            (
                "Author: Quux Rijn <quux@example.org>",
                "personName: Quux Rijn, email: quux@example.org"
            ),
            ("Reviewer: ספיר כהן <quux@example.org>", "personName: ספיר כהן, email: quux@example.org"),
            ("01402 57471", "phone: 01402 57471"), ("05499/61308863", "phone: 05499/61308863"),
            ("07/4966521", "phone: 07/4966521"), ("03-990-3727", "phone: 03-990-3727"),
            ("Good morning, Anna Schneider", "personName: Anna Schneider"), ("Hallo Jürgen,", "personName: Jürgen"),
            ("Guten Tag, Jürgen Müller!", "personName: Jürgen Müller"), ("Bonjour Marie,", "personName: Marie"),
            ("Welcome back, Peter Parker", "personName: Peter Parker"), ("Dzień dobry, Anna", "personName: Anna"),
            ("Buenos días, María José", "personName: María José"), ("Buongiorno Luca!", "personName: Luca"),
            ("Bom dia, João", "personName: João"), ("Goedemorgen Sanne,", "personName: Sanne"),
            ("Добрый день, Анна!", "personName: Анна"), ("早上好，王伟", "personName: 王伟"),
            ("おかえりなさい、田中太郎さん", "personName: 田中太郎"), ("Hi Anna 👋", "personName: Anna"),
            ("１２３-４５-６７８８", "nationalNumber: １２３-４５-６７８８"),
        ]
    )
    func ownForm(text: String, finding: String) throws {
        #expect(try Screen(text).findings().joined(separator: ", ") == finding)
    }

    @Test(
        "is found by its label",
        arguments: [
            ("Account number: 12345678", "bankAccount: 12345678"),
            ("Kontonummer 1234567890", "bankAccount: 1234567890"),
            ("Kto. 1234567890", "bankAccount: 1234567890"),
            ("SSN: 123-45-6789", "nationalNumber: 123-45-6789"),
            ("SWIFT: DEUTDEFF", "bic: DEUTDEFF"),
            ("Routing number: 021000021", "bankCode: 021000021"),
            ("Sort code: 20-00-00", "bankCode: 20-00-00"),
            ("CVV: 123", "cardSecurityCode: 123"),
            ("NHS number: 943 476 5919", "nationalNumber: 943 476 5919"),
            ("BSN 111222333", "nationalNumber: 111222333"),
            ("マイナンバー：1234 5678 9018", "nationalNumber: 1234 5678 9018"),
            ("Passport no. C01X00T47", "passport: C01X00T47"),
            ("Führerschein: B072RRE2I55", "drivingLicence: B072RRE2I55"),
            ("Geburtsdatum: 12. März 1985", "dateOfBirth: 12. März 1985"),
            ("生年月日 1990年5月12日", "dateOfBirth: 1990年5月12日"),
            ("Дата рождения: 5 мая 1978", "dateOfBirth: 5 мая 1978"),
            ("Titulaire : Anne-Marie Lefèvre", "personName: Anne-Marie Lefèvre"),
            ("氏名：山田 太郎", "personName: 山田 太郎"),
            ("Tel. 0171 2345678", "phone: 0171 2345678"),
            ("Your code is 482 913", "oneTimeCode: 482 913"),
            ("482913 ist Ihr Bestätigungscode", "oneTimeCode: 482913"),
            ("PIN: 4711", "pin: 4711"),
            ("La tua password è dCc!O0fy0sA7c37", "password: dCc!O0fy0sA7c37"),
            ("密码 – c1dDSnpvJmP2", "password: c1dDSnpvJmP2"),
            ("Adresse: Anica-Trüb-Straße 4, 82666 Borken", "postalAddress: Anica-Trüb-Straße 4, 82666 Borken"),
            ("Mot de passe : Soleil!2024", "password: Soleil!2024"),
            ("密码：abc12345", "password: abc12345"), ("%98dpyVn1&DB2S :Password", "password: %98dpyVn1&DB2S"),
            ("API key: 9f86d081884c7d659a2feaa0c55ad015", "secret: 9f86d081884c7d659a2feaa0c55ad015"),
            ("Adresse: Hauptstraße 12, 10115 Berlin", "postalAddress: Hauptstraße 12, 10115 Berlin"),
            (
                "Recovery phrase: army van defense carry jealous true garbage claim echo media make crunch",
                "recoveryPhrase: army van defense carry jealous true garbage claim echo media make crunch"
            ),
        ]
    )
    func label(text: String, finding: String) throws {
        #expect(try Screen(text).findings() == [finding])
    }

    @Test(
        "is not found in what is near it",
        arguments: [
            "4111 1111 1111 1112", "DE89 3704 0044 0532 0130 01", "icon@2x.png", "@angular/core", "Total: $1,234.56",
            "12:30 – 13:45",
            "v1.2.3.4", "Version 10.0.19.1", "Chrome/118.0.0.0", "127.0.0.1", "Order 123456789",
            "Order number: 4111111111111112",
            "12345678", "482913", "2024-05-12", "Updated 12.05.1985", "000-12-3456", "Forgot password?",
            "Password must have 8 characters",
            "Show password", "••••••••", "Hello World", "Hello, welcome back", "Call us: 1-800-555-0199",
            "0800 1234567", "Name is required",
            "Enter your PIN", "Postal code: 48291", "Promo code: SAVE2024", "DOCUMENT",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "WiFi 802.11ac", "3.14159265", "100.000.000", "ISBN 978-3-16-148410-0", "1,024 followers", "16:9",
            "IMG_20240512_123456.jpg",
            "https://example.com/a?page=123456", "Tracking: 123456789012", "Email address",
            "Company name: Acme Systems", "24/7", "Good morning, everyone", "Good morning, Team", "Welcome back",
            "Willkommen zurück", "大家好", "你好，世界", "Enter your PIN · 2180 m away", "Art.-Nr. 599.508.21",
            "Mis à jour 12.05.1985", "swiftc -module-name Kingfisher -Onone", "עוד כהן", "Show :Email",
        ]
    )
    func nearMiss(text: String) throws {
        #expect(try Screen(text).findings() == [])
    }

    @Test("is found only if it is asked for, and a surer kind hides it")
    func wanted() throws {
        let screen = Screen("Visa 4111 1111 1111 1111", "jane@example.com", "IMEI: 378282246310005")
        #expect(try screen.findings([.email]) == ["email: jane@example.com"])
        #expect(try screen.findings([.card]) == ["card: 4111 1111 1111 1111"])
        #expect(try screen.findings([]) == [])
    }

    @Test("has a name for policies that is written in lower camel case")
    func names() {
        for kind in SensitiveKind.allCases {
            #expect(kind.rawValue.wholeMatch(of: /[a-z]+([A-Z][a-z]*)*/) != nil)
        }
    }
}
