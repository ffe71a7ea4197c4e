import SensitiveText
import Testing

@Suite("Lines of one paragraph")
struct RunningTextTests {
    /// A value with its caption, and the text round it in a sentence.
    struct Value: Sendable {
        let kind: String
        let caption: String
        let before: String
        let value: String
        var after = ""

        /// Both parts at each space and behind each hyphen, and in the middle of words.
        var breaks: [(head: String, tail: String, isInWord: Bool)] {
            let characters = Array(value)
            var breaks: [(head: String, tail: String, isInWord: Bool)] = []
            for index in 1..<characters.count {
                let isSpace = characters[index] == " "
                guard isSpace || characters[index - 1] == "-" else { continue }
                breaks.append((String(characters[..<index]), String(characters[(index + (isSpace ? 1 : 0))...]), false))
            }
            for index in [characters.count / 2, 2 * characters.count / 3]
            where characters[index] != " " && characters[index - 1] != " " {
                breaks.append((String(characters[..<index]), String(characters[index...]), true))
            }
            return breaks
        }
    }

    enum Edge: CaseIterable {
        case left
        case middle
        case right
    }

    static let values = [
        Value(kind: "phone", caption: "Phone", before: "Call me on ", value: "+44 20 7946 0958", after: " after six"),
        Value(kind: "phone", caption: "Téléphone", before: "Mon numéro : ", value: "06 12 34 56 78"),
        Value(
            kind: "iban",
            caption: "IBAN",
            before: "Send it to ",
            value: "DE89 3704 0044 0532 0130 00",
            after: " now"
        ),
        Value(kind: "iban", caption: "Numer konta", before: "Na ", value: "PL61 1090 1014 0000 0712 1981 2874"),
        Value(kind: "card", caption: "Card number", before: "my card is ", value: "4111 1111 1111 1111", after: " ok?"),
        Value(kind: "card", caption: "Kartennummer", before: "Karte ", value: "5500-0000-0000-0004"),
        Value(
            kind: "secret",
            caption: "Token",
            before: "the key is ",
            value: "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
        ),
        Value(kind: "ipAddress", caption: "IP", before: "at ", value: "2001:db8:85a3:9c4e:1319:8a2e:370:7334"),
        Value(kind: "macAddress", caption: "MAC", before: "its MAC is ", value: "00:1A:2B:3C:4D:5E"),
        Value(kind: "nationalNumber", caption: "NHS number", before: "NHS number: ", value: "943 476 5919"),
        Value(kind: "nationalNumber", caption: "SSN", before: "SSN ", value: "123-45-6788", after: " thanks"),
        Value(kind: "bankAccount", caption: "Account number", before: "Account number: ", value: "1234 5678 90"),
        Value(kind: "vin", caption: "VIN", before: "VIN ", value: "1HGCM82633A004352"),
        Value(kind: "iccid", caption: "ICCID", before: "ICCID ", value: "8944 5001 0219 8304 826"),
        Value(kind: "passport", caption: "Passport no.", before: "Passport no. ", value: "C01X00T47"),
    ]

    @Test("are read as one text, with a value that goes on in the next one", arguments: values, Edge.allCases)
    func bubbles(value: Value, edge: Edge) throws {
        for (head, tail, _) in value.breaks {
            let lines = ["Hi there,", value.before + head, tail + value.after]
            let found = try screen(lines, edge, x: 60, pitch: 22).findings(isRecognised: true)
            #expect(found == ["\(value.kind): \(head)⏎\(tail)"])
        }
    }

    @Test("have a value in a cell beside or beneath its caption, however far their frames are apart", arguments: values)
    func cells(value: Value) throws {
        for (head, tail, isInWord) in value.breaks where !isInWord || head.count >= tail.count {
            for pitch in [22, 34] {
                for edge in Edge.allCases {
                    var beside = screen([head, tail], edge, x: 300, pitch: pitch)
                    beside.place(value.caption, x: 20, y: 40 + pitch / 2)
                    #expect(try beside.findings(isRecognised: true) == ["\(value.kind): \(head)⏎\(tail)"])
                }
                var beneath = screen([head, tail], .left, x: 60, pitch: pitch)
                beneath.place(value.caption, x: 60, y: 40 - pitch)
                #expect(try beneath.findings(isRecognised: true) == ["\(value.kind): \(head)⏎\(tail)"])
            }
        }
    }

    @Test(
        "have words that go on at a sign or in the middle",
        arguments: [
            (["Password: Sonne-", "blume42"], "password: Sonne-⏎blume42"),
            (["the password is Tr0ub4dor-", "&3xyz thanks"], "password: Tr0ub4dor-⏎&3xyz"),
            (["write to margaret.thatcher-", "jones@example.org soon"], "email: margaret.thatcher-⏎jones@example.org"),
            (["see https://bob:hun", "ter22x@example.com"], "urlCredentials: bob:hun⏎ter22x@example.com"),
            (["רק אל +972 54", "123 4567"], "phone: +972 54⏎123 4567"),
            (
                ["let host = \"2001:db8:85a3:9c4e:1319", ":8a2e:370:7334\", port: 8080"],
                "ipAddress: 2001:db8:85a3:9c4e:1319⏎:8a2e:370:7334"
            ),
            (
                ["connect(\"2001:db8:85a3:9c4e:1319:8", "a2e:370:7334\", port: 22)"],
                "ipAddress: 2001:db8:85a3:9c4e:1319:8⏎a2e:370:7334"
            ),
            (["born on 12", "March 1985"], "dateOfBirth: 12⏎March 1985"),
            (["born on 3. March", "1985 in Leeds"], "dateOfBirth: 3. March⏎1985"),
        ]
    )
    func words(lines: [String], finding: String) throws {
        for edge in Edge.allCases {
            #expect(try screen(lines, edge, x: 60, pitch: 22).findings(isRecognised: true) == [finding])
        }
    }

    @Test(
        "are none where each has a number of its own, or a word is whole",
        arguments: [
            (["+49 170 1234567", "+49 171 7654321"], ["phone: +49 170 1234567", "phone: +49 171 7654321"]),
            (["0171 2345678", "0172 3456789"], ["phone: 0171 2345678", "phone: 0172 3456789"]),
            (["Phone: 555-0134", "Fax: 555-0135"], ["phone: 555-0134", "phone: 555-0135"]),
            (["Phone: 0171 2345678", "12 Main Street"], ["phone: 0171 2345678"]),
            (["+49 170 1234567", "12 Main Street"], ["phone: +49 170 1234567"]),
            (
                ["4111 1111 1111 1111", "5500 0000 0000 0004"],
                ["card: 4111 1111 1111 1111", "card: 5500 0000 0000 0004"]
            ),
            (["Account number: 12345678", "87654321 is the order"], ["bankAccount: 12345678"]),
            (["PIN: 4711", "1234 visits"], ["pin: 4711"]), (["12,50", "13,90", "1.204,00"], []),
            (["Order 4711", "4812 items"], []), (["2024-05-12", "2024-05-13"], []), (["12:30", "13:45"], []),
            (["Password: hunter22", "Please change it soon"], ["password: hunter22"]),
            (["anna@example.com", "is my address"], ["email: anna@example.com"]),
            (["contact us by mail.", "anna@example.com"], ["email: anna@example.com"]),
            (["Password: T@ss2247", "5"], ["password: T@ss2247"]),
        ]
    )
    func separate(lines: [String], findings: [String]) throws {
        #expect(try screen(lines, .left, x: 60, pitch: 22).findings(isRecognised: true) == findings)
    }

    @Test("are none across the columns of a table, or where they stand far apart")
    func columns() throws {
        var table = Screen.table(["Artikel", "Anzahl", "Nummer"])
        for row in 0..<4 {
            for (column, text) in ["7\(row)12", "12\(row)4", "41110000\(row)"].enumerated() {
                table.place(text, x: 20 + 240 * column, y: 44 + 24 * row)
            }
        }
        #expect(try table.findings(isRecognised: true) == [])
        #expect(try screen(["DE89 3704 0044", "0532 0130 00"], .left, x: 60, pitch: 60).findings() == [])
    }

    private func screen(_ lines: [String], _ edge: Edge, x: Int, pitch: Int) -> Screen {
        let width = lines.reduce(0) { max($0, $1.count) }
        var screen = Screen()
        for (index, line) in lines.enumerated() {
            let free = 8 * (width - line.count)
            let indent = edge == .left ? 0 : edge == .right ? free : free / 2
            screen.place(line, x: x + indent, y: 40 + pitch * index)
        }
        return screen
    }
}
