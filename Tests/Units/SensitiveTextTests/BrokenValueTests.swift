import SensitiveText
import Testing

@Suite("A value that is broken over lines")
struct BrokenValueTests {
    /// What is found in lines that stand close beneath each other, with a caption at the left of their middle or without.
    private func findings(_ lines: [String], beside caption: String? = nil, isAtEnd: Bool = false) throws -> [String] {
        var screen = Screen()
        if let caption { screen.place(caption, x: 20, y: 40 + 10 * (lines.count - 1)) }
        for (index, line) in lines.enumerated() {
            screen.place(line, x: isAtEnd ? 600 - 8 * line.count : 300, y: 40 + 20 * index)
        }
        return try screen.findings(isRecognised: true)
    }

    @Test(
        "is joined without a space where a word breaks",
        arguments: [
            (["corona77@exam", "ple.com"], "email"), (["duivenvoordenyassin", "@example.org"], "email"),
            (["svan-", "kusen@example.com"], "email"), (["seas1967@", "protonmail.c", "om"], "email"),
            (["camannivince", "nza@exampl.c", "om"], "email"), (["richardshilary@owen.co", "m"], "email"),
            (["192.145.254.", "53"], "ipAddress"), (["25f2:c69a:326f:df56:c", "595:9bc7:5c48:8550"], "ipAddress"),
            (["751:c757:29f7:8569:730e", ": ce7d:1ced:clc0"], "ipAddress"), (["swamy@hotmai", "I.com"], "email"),
            (["T4iHjkwCnVzYQjcjtg4KSnMANCN", "uwjfGUS"], "cryptoAddress"),
            (["AIzasYGW-SEZ5CGmh7urkHZMQqLjgLoE-", "ngKLpQ"], "secret"),
            (
                [
                    "eyJhbGciOiAiSFMyNTYiLCAidHlwIjogIkp", "XVCJ9.eyJzdWIiOiAiOTQ3MzMzODEifQ.a",
                    "byNgQpAKffTp4NGP45I3qaTrkXsCQfG",
                ], "secret"
            ),
        ]
    )
    func words(lines: [String], kind: String) throws {
        #expect(try findings(lines) == ["\(kind): \(lines.joined(separator: "⏎"))"])
    }

    @Test(
        "is none where lines are whole",
        arguments: [
            ["Berlin", "anna@example.com"], ["anna@example.com", "Berlin"], ["10.20.30.41", "10.20.30.42"],
            ["anna@example.com", "paul@example.org"], ["2001:db8:416::42", "2001:db8:416::43"],
        ]
    )
    func wholeLines(lines: [String]) throws {
        #expect(try findings(lines).allSatisfy { !$0.contains("⏎") })
        let single = lines.filter { $0.contains("@") || $0.contains(".") || $0.contains(":") }
        #expect(try findings(lines).map { String($0.drop { $0 != " " }.dropFirst()) } == single)
    }

    @Test("is named by the caption beside the middle of its lines")
    func captions() throws {
        let address = ["Huhnring 11", "69183 Sonneberg"]
        #expect(
            try findings(address, beside: "Anschrift", isAtEnd: true) == ["postalAddress: Huhnring 11⏎69183 Sonneberg"]
        )
        let phrase = ["winter canyon forest timber ability", "violin mirror abandon winter pencil", "kitchen hammer"]
        #expect(
            try findings(phrase, beside: "Seed phrase", isAtEnd: true)
                == ["recoveryPhrase: \(phrase.joined(separator: "⏎"))"]
        )
        #expect(try findings(["王玉", "华"], beside: "姓名") == ["personName: 王玉⏎华"])
        #expect(try findings(["Huhnring 11", "Sonneberg 69"], beside: "Order number", isAtEnd: true) == [])
        let words = ["winter canyon forest timber ability", "violin mirror abandon winter pencil", "kitchen"]
        #expect(try findings(words, beside: "Notes", isAtEnd: true) == [])
    }

    @Test("goes on beneath its first line, whatever stands beside that")
    func phraseBesideColumn() throws {
        var screen = Screen()
        let lines = [
            "Seed phrase: winter canyon forest timber", "violin mirror abandon winter pencil", "kitchen hammer ability",
        ]
        for (row, line) in lines.enumerated() {
            screen.place(line, x: 20, y: 20 + 22 * row)
            if row == 0 { screen.place("Platform 12, coach 24", x: 600, y: 20) }
        }
        #expect(try screen.findings() == ["recoveryPhrase: \(lines.joined(separator: "⏎").dropFirst(13))"])
    }

    @Test("begins anew beneath the end of another one")
    func addressesBeneathEachOther() throws {
        let lines = ["automatic1825@yahoo.co", "m", "van-", "noortsilke@hotmail.com"]
        #expect(
            try findings(lines) == ["email: automatic1825@yahoo.co⏎m", "email: van-⏎noortsilke@hotmail.com"]
        )
    }

    @Test("is named by a caption at its right on a screen with lines from there")
    func captionAtRight() throws {
        var screen = Screen()
        let rows = [("192.168.17.184", "رد"), ("FRKTDEFF100", "BIC"), ("355114059984260", "IMEI")]
        for (row, texts) in (rows + rows.dropFirst()).enumerated() {
            screen.place(texts.0, x: 20, y: 20 + 40 * row)
            screen.place(texts.1, x: 540, y: 20 + 40 * row)
        }
        screen.place("201bc2e9ac3e12a0bac91ba379", x: 20, y: 220)
        screen.place("8123b6", x: 20, y: 240)
        screen.place("API key", x: 534, y: 230)
        #expect(try screen.findings().contains("secret: 201bc2e9ac3e12a0bac91ba379⏎8123b6"))
    }

    @Test("is a date whose year is in the next line")
    func dates() throws {
        #expect(
            try Screen("nascido em 27 de outubro de", "1966 no Recife").findings() == [
                "dateOfBirth: 27 de outubro de⏎1966"
            ]
        )
        #expect(try Screen("nascido em 27 de outubro de", "Recife, 1966").findings().isEmpty)
        #expect(try Screen("entregue em 27 de outubro de", "1966 no Recife").findings() == [])
    }

    @Test("is named by the nearest caption, where other columns stand beside it")
    func columns() throws {
        var screen = Screen()
        screen.place("Código SMS", x: 20, y: 40)
        screen.place("191 999", x: 200, y: 40)
        screen.place("Domicilio", x: 320, y: 50)
        screen.place("Via Nadia Valderrama 79", x: 500, y: 40)
        screen.place("Guadalajara, 35431", x: 540, y: 60)
        #expect(
            try screen.findings() == [
                "oneTimeCode: 191 999", "postalAddress: Via Nadia Valderrama 79⏎Guadalajara, 35431",
            ]
        )
    }

    @Test("is named by a caption that is broken, too, and the caption is no value")
    func brokenCaption() throws {
        var screen = Screen()
        for (index, part) in ["Fraz", "a", "odz", "yski", "wan", "ia"].enumerated() {
            screen.place(part, x: 20, y: 20 + 20 * index)
        }
        let phrase = ["winter canyon forest timber ability", "violin mirror abandon winter pencil", "kitchen hammer"]
        for (index, line) in phrase.enumerated() { screen.place(line, x: 600 - 8 * line.count, y: 40 + 20 * index) }
        #expect(try screen.findings() == ["recoveryPhrase: \(phrase.joined(separator: "⏎"))"])
    }

    @Test("is of the lines of one cell, whose frames a recogniser makes of any height")
    func unevenCells() throws {
        let cells = [["shutter2075@", "example.co", "m"], ["bwrnft@exam", "ple.com"], ["ohmd@examp", "le.org"]]
        var screen = Screen.table(["Name", "E-mail"])
        var (top, line) = (60, 0)
        for lines in cells {
            screen.place("Anna", x: 20, y: top)
            for text in lines {
                let slack = [0, 0, 16, 0, 0, 16, 0][line]
                screen.place(text, x: 260, y: top - slack / 2, height: 21 + slack)
                (top, line) = (top + 28, line + 1)
            }
            top += 5
        }
        #expect(
            try screen.findings([.email], isRecognised: true)
                == cells.map { "email: \($0.joined(separator: "⏎"))" }
        )
    }

    @Test("is no more than its cell, where numbers stand beneath it and beside it")
    func numbersInCells() throws {
        var screen = Screen()
        screen.place("Phone", x: 20, y: 20)
        screen.place("Since", x: 120, y: 20)
        let lines = [
            ("+44118", "Monday"), ("4960404", "10:42"), ("001-286-", "June"), ("974-0886", "2024"),
            ("(022) 880", "ago"), ("8574", "2024"),
        ]
        for (row, texts) in lines.enumerated() {
            screen.place(texts.0, x: 20, y: 44 + 22 * row)
            screen.place(texts.1, x: 120, y: 44 + 22 * row)
        }
        #expect(
            try screen.findings([.phone], isRecognised: true)
                == ["phone: +44118⏎4960404", "phone: 001-286-⏎974-0886", "phone: (022) 880⏎8574"]
        )
    }

    @Test("is a password without the word beneath it")
    func passwords() throws {
        for (step, rest) in [(20, "⏎again"), (34, "")] {
            var screen = Screen()
            screen.place("Password:", x: 20, y: 20)
            screen.place("h3TGc4z14DKq", x: 20, y: 40)
            screen.place("again", x: 20, y: 40 + step)
            #expect(try screen.findings(isRecognised: true) == ["password: h3TGc4z14DKq\(rest)"])
        }
    }

    @Test("is in boxes of one digit each, whose heights and tops differ")
    func boxes() throws {
        for (caption, digits, kind) in [("PIN", "4317", "pin"), ("Einmalcode", "815611", "oneTimeCode")] {
            var screen = Screen()
            screen.place(caption, x: 20, y: 20)
            screen.place("3528 1250 8208 0237", x: 700, y: 44, height: 20)
            for (index, digit) in digits.enumerated() {
                let top = 50 + [0, 3, 1, 4, 2, 0][index]
                screen.place(String(digit), x: 34 + 46 * index, y: top, height: [16, 10, 14, 9, 12, 15][index])
            }
            let cells = digits.map(String.init).joined(separator: "⏎")
            #expect(try screen.findings([.pin, .oneTimeCode], isRecognised: true) == ["\(kind): \(cells)"])
        }
    }

    @Test("is a whole row of boxes, of which a recogniser took one for a letter")
    func confusedBoxes() throws {
        let screen = Screen.cells("Verification code", ["4", "8", "l", "9", "1", "3"])
        #expect(try screen.findings(isRecognised: true) == ["oneTimeCode: 4⏎8⏎l⏎9⏎1⏎3"])
        #expect(try Screen.cells("Score", ["4", "8", "l", "9"]).findings(isRecognised: true) == [])
    }
}
