import SensitiveText
import Testing

@Suite("A code in boxes without a caption")
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

@Suite("A telephone number without a caption")
struct UnlabelledNumberTests {
    @Test(
        "is found beneath, above or behind a mail address",
        arguments: [
            (["anna@example.com", "922-3918"], "922-3918"), (["967 898 586", "anna@example.com"], "967 898 586"),
            (["anna@example.com · 573 667 250"], "573 667 250"), (["anna@example.com", "01.02.2024"], nil),
            (["anna@example.com", "922-3918 views"], nil), (["Order", "922-3918"], nil),
            (["anna@example.com · Order · 573 667 250"], nil),
        ]
    )
    func besideAddresses(lines: [String], number: String?) throws {
        var screen = Screen()
        for (row, line) in lines.enumerated() { screen.place(line, x: 20, y: 20 + 30 * row) }
        #expect(try screen.findings([.phone]) == (number.map { ["phone: \($0)"] } ?? []))
    }

    @Test(
        "is found by its form behind a sentence about something else",
        arguments: [
            ("ご注文の商品を発送しました 090-5870-1716", "090-5870-1716"), ("주문하신 상품이 발송되었습니다 044-703-8690", "044-703-8690"),
            ("Your order is on its way: call (04283) 6893598", "(04283) 6893598"), ("Order number 044-703-8690", nil),
            ("See you at the gate! +44(0)114 4960763", "+44(0)114 4960763"), ("Gate +44(0)114 4960763", nil),
        ]
    )
    func sentences(text: String, number: String?) throws {
        #expect(try Screen(text).findings([.phone]) == (number.map { ["phone: \($0)"] } ?? []))
    }
}

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
            "winterly canyoning forestry timberland ability violinist mirroring abandon pencil kitchen",
        ]
    )
    func others(line: String) throws {
        #expect(try findings([line]) == [])
    }
}

@Suite("A telephone number without a caption")
struct UnlabelledPhoneTests {
    @Test(
        "is found by its area, its groups or its first digits",
        arguments: [
            "(351) 285 095 964", "(029) 871-3770", "(0115) 4960 526", "(+20) 1153741258", "8 (710) 988-9156",
            "8 739 013 9918", "51 1442-2288", "13-3109-5946", "050 938-7263", "055 097 8802", "09-0599-396",
            "0795938977", "03224168761", "13429570962",
        ]
    )
    func forms(number: String) throws {
        for text in [number, "See you there \(number)"] {
            #expect(try Screen(text).findings() == ["phone: \(number)"])
        }
    }

    @Test(
        "is none where another number, a date or a caption says otherwise",
        arguments: [
            "Order 0795938977", "0795938977 of 0795938999", "0000000000", "23429570962", "(2024) 12 34",
            "(12) 345 678", "Invoice number: 13429570962", "1753742285", "1753742285123",
        ]
    )
    func others(text: String) throws {
        #expect(try Screen(text).findings([.phone]) == [])
    }
}

@Suite("A key that is assigned to its caption")
struct AssignedSecretTests {
    @Test(
        "is found in the same word",
        arguments: ["API_KEY=40153ec026839f80650ebfef52b1d1f4", "SECRET_KEY=a0ca4f3c7a45ac35f9e5d8c2b1407e66"]
    )
    func assigned(text: String) throws {
        let key = text.drop { $0 != "=" }.dropFirst()
        #expect(try Screen(text).findings() == ["secret: \(key)"])
        #expect(try Screen("export \(text)").findings() == ["secret: \(key)"])
    }

    @Test("is none where something else is assigned")
    func others() throws {
        #expect(try Screen("COMMIT=40153ec026839f80650ebfef52b1d1f4").findings() == [])
    }
}

@Suite("A password in brackets and signs")
struct SignedPasswordTests {
    @Test(
        "is covered with all of them",
        arguments: ["(d37WTv!o)M3eX", ")0oC@TBo$x", "^Y(4UK4rc*M0AK", "[k7!pQ2x]", "%^4p7wkdQRZ", "%t5RQmKd"]
    )
    func signs(password: String) throws {
        #expect(try Screen("Password: \(password)").findings() == ["password: \(password)"])
        #expect(try Screen("DB_PASSWORD=\(password)").findings() == ["password: \(password)"])
    }
}
