import BoundedWork
import Testing

@testable import SensitiveText

@Suite("A value")
struct LayoutTests {
    @Test("is named by the label beside it, above it, or at the head of its column")
    func labels() throws {
        #expect(try Screen("Password|hunter22").findings() == ["password: hunter22"])
        #expect(try Screen("Verification code", "482913").findings() == ["oneTimeCode: 482913"])
        let table = Screen("Name|Born", "Anna Meier|12.05.1985", "Paul Weber|03.11.1979")
        #expect(
            try table.findings() == [
                "personName: Anna Meier", "dateOfBirth: 12.05.1985", "personName: Paul Weber",
                "dateOfBirth: 03.11.1979",
            ]
        )
    }

    @Test("is not named by a label of something else")
    func otherLabels() throws {
        #expect(try Screen("Order number|482913").findings() == [])
        #expect(try Screen("Name", "Anna Meier", "Berlin Office").findings() == ["personName: Anna Meier"])
        #expect(try Screen("Account: 812540254", "7028 items are left").findings() == ["bankAccount: 812540254"])
        #expect(try Screen("Verification code", "Resend in 45 s", "Order 482913").findings() == [])
        #expect(try Screen("Invoice", "12345678", "Account number", "87654321").findings() == ["bankAccount: 87654321"])
    }

    @Test("is named by the label in its row where a piece of another column stands a little higher")
    func unevenColumns() throws {
        var pieces = try TextPieces()
        var budget = WorkBudget(limit: 1_000_000)
        let frames = [
            ("Enter your PIN", TextFrame(x: 655, y: 439, width: 117, height: 18)),
            ("B0003334449", TextFrame(x: 519, y: 447, width: 94, height: 19)),
            ("Driving licence", TextFrame(x: 35, y: 448, width: 186, height: 18)),
        ]
        for (text, frame) in frames {
            var text = text
            try text.withUTF8 { try pieces.append(utf8: UnsafeRawBufferPointer($0), frame: frame, budget: &budget) }
        }
        let search = SensitiveTextSearch(kinds: [.drivingLicence], isRecognised: true)
        #expect(try search.findings(in: pieces, budget: &budget).map { $0.spans.map(\.piece) } == [[1]])
    }

    @Test(
        "is an address where streets are named after years",
        arguments: [
            "д. Рыльск, бул. 40 лет Октября, д. 297 стр. 54, 959807", "п. Сосново, алл. Мира, д. 9/1 к. 893, 273717",
        ]
    )
    func russianStreets(line: String) throws {
        #expect(try Screen("Адрес|\(line)").findings([.postalAddress]).count == 1)
    }

    @Test(
        "is no address where prose, a price or a log stands beneath a label or a line of an address",
        arguments: [
            "5 GB of 15 GB used", "Mínimo de 8 caracteres", "9205 x 3520 px", "Wonder 3169 m stap keus stop.",
            "[61781.537030] usb 1-1: new device", "7 × noviembre 95,75 €", "Art. 981.396.86", "Firma: Weinhage",
            "dein haben 12 Mann.",
            "ICE 102 02:01 +4", "DHL 38891706009768396572", "方法这样 7545 认为能够",
        ]
    )
    func addresses(line: String) throws {
        #expect(try Screen("Shipping address", line).findings([.postalAddress]) == [])
        let block = Screen("Shipping address", "12 Main Street", line)
        #expect(try block.findings([.postalAddress]) == ["postalAddress: 12 Main Street"])
    }

    @Test("is joined from cells")
    func cells() throws {
        #expect(
            try Screen.cells("Card number", ["4111", "1111", "1111", "1111"]).findings() == [
                "card: 4111⏎1111⏎1111⏎1111"
            ]
        )
        #expect(try Screen.cells("PIN", ["4", "7", "1", "1"]).findings() == ["pin: 4⏎7⏎1⏎1"])
        #expect(
            try Screen.cells("Enter the code we sent you", ["4", "8", "2", "9", "1", "3"]).findings()
                == ["oneTimeCode: 4⏎8⏎2⏎9⏎1⏎3"]
        )
        #expect(try Screen.cells("Score", ["4", "8", "2", "9"]).findings() == [])
    }

    @Test("is joined from lines")
    func lines() throws {
        #expect(try Screen("DE89 3704 0044", "0532 0130 00").findings() == ["iban: DE89 3704 0044⏎0532 0130 00"])
        #expect(try Screen("NL91 ABNA", "0417 1643 00").findings() == ["iban: NL91 ABNA⏎0417 1643 00"])
        #expect(
            try Screen("Shipping address", "12 Main Street", "Springfield 62704", "Order 77").findings()
                == ["postalAddress: 12 Main Street⏎Springfield 62704"]
        )
        let key = ["-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkqhkiG9w0BAQEF", "AASCBKcwggSjAgEAAoIBAQC7VJTU"]
        let found = try Screen(key[0], key[1], key[2], "Done").findings()
        #expect(found.count == 1 && found[0].hasPrefix("secret: BEGIN PRIVATE KEY") && found[0].hasSuffix(key[2]))
    }

    @Test("is found where nobody knows where its piece is")
    func unknownFrames() throws {
        var budget = WorkBudget(limit: 1_000_000)
        var pieces = try TextPieces()
        let wrong = [
            TextFrame.unknown, TextFrame(x: .nan, y: 0, width: 10, height: 10),
            TextFrame(x: 0, y: .infinity, width: 10, height: 10),
            TextFrame(x: 0, y: 0, width: -10, height: 10), TextFrame(x: 1e300, y: 0, width: 1e300, height: 1e300),
        ]
        for frame in wrong { try pieces.append("jane@example.com", frame: frame, budget: &budget) }
        let findings = try SensitiveTextSearch(kinds: [.email], isRecognised: false).findings(
            in: pieces,
            budget: &budget
        )
        #expect(findings.map(\.spans) == wrong.indices.map { [TextSpan(piece: $0, scalars: 0..<16)] })
    }

    @Test("a name stands above a value whose caption is behind it")
    func captionBehind() throws {
        var screen = Screen()
        screen.place("الاسم", x: 520, y: 20)
        screen.place("ظافر المغربي", x: 460, y: 42)
        screen.place("644 CVV", x: 490, y: 64)
        #expect(try screen.findings(isRecognised: true) == ["personName: ظافر المغربي", "cardSecurityCode: 644"])
    }
}
