import Testing

@testable import SensitiveText

@Suite("What looks like a name without a caption")
struct NameRefusalTests {
    private static let sure = ["Anna Schmidt", "David Johnson", "Maria López", "Peter Müller", "Zofia García"]
    private static let things = ["Victoria Park", "Bank", "Jordan Valley", "Order", "Settings"]

    private func names(_ screen: Screen) throws -> [String] {
        try screen.findings([.personName], names: SmallLexicon.lexicon()).map {
            String($0.dropFirst("personName: ".count))
        }
    }

    /// A table of names, and of other texts beside them.
    private func table(_ names: [String], _ others: [String]) -> Screen {
        var screen = Screen()
        for (row, name) in names.enumerated() {
            screen.place(name, x: 80, y: 40 + 60 * row)
            screen.place(others[row], x: 400, y: 40 + 60 * row)
        }
        return screen
    }

    @Test("is none in a column of other things, beside one of names")
    func otherColumn() throws {
        let names = Self.sure + ["Ludwig Petersen"]
        let found = try self.names(table(names, Self.things + ["Will Johnson"]))
        #expect(found == names)
        // Unless its words are hardly anything else.
        let surely = try self.names(table(names, Self.things + ["Jean Johnson"]))
        #expect(surely == names + ["Jean Johnson"])
        // Beside no names, it is one.
        let alone = try self.names(table(Self.things + ["Order"], Self.things + ["Will Johnson"]))
        #expect(alone == ["Will Johnson"])
        // A column of who has what, which most rows have nothing in, may be one of names.
        let owners = Array(repeating: "Order", count: 5) + ["Will Johnson"]
        let owned = try self.names(table(names, owners))
        #expect(owned == names + ["Will Johnson"])
    }

    @Test("is one in a column whose texts begin on the right")
    func rightEdges() throws {
        let names = ["محمد آل محمد بن محمد بن محمد", "محمد بن محمد العلي", "شقدم قواسم"]
        var screen = Screen()
        for (row, name) in names.enumerated() { screen.place(name, x: 600 - 8 * name.count, y: 40 + 60 * row) }
        #expect(try self.names(screen).contains("شقدم قواسم"))
    }

    @Test(
        "is none in a column of names, either, if it is a version, a place or an adjective",
        arguments: ["Jean 5.1", "Saint-Schmidt", "Django", "المديتة المتورة"]
    )
    func column(text: String) throws {
        var screen = Screen()
        for (row, name) in (Self.sure + [text]).enumerated() { screen.place(name, x: 80, y: 40 + 60 * row) }
        let result = try names(screen)
        #expect(result == Self.sure)
    }

    @Test("is none as the day behind one", arguments: ["", " "])
    func day(space: String) throws {
        var screen = Screen()
        for (row, name) in (Self.sure + ["ישראל כהן · יום שני" + space]).enumerated() {
            screen.place(name, x: 80, y: 40 + 60 * row)
        }
        let result = try names(screen)
        #expect(result == Self.sure + ["ישראל כהן"])
    }

    @Test(
        "is one as far as it is no time, no place and not the reader",
        arguments: [
            ("We met Zoë Quux a Maria a giugno", ["Zoë Quux"]), ("Tú y Anna", ["Anna"]),
            ("Anna Saint-Schmidt", ["Anna Saint-Schmidt"]), ("Thanks Marjke", ["Marjke"]),
            ("Call Anna Schmidt's team", ["Anna Schmidt"]),
        ]
    )
    func extent(text: String, found: [String]) throws {
        let result = try names(Screen(text))
        #expect(result == found)
    }

    @Test(
        "is a firm, a shop, a caption or an abbreviation",
        arguments: [
            "Anna Schmidt's", "Lunch is at Anna Schmidt's ", "Johnson BGT", "op Albert Hejn is", "카드 번호", "山田証券",
            "하이투자",
            "木下桌", "김민준의 식당",
        ]
    )
    func left(text: String) throws {
        let result = try names(Screen(text))
        #expect(result == [])
    }

    @Test(
        "is one in Hangul",
        arguments: [
            ("김민준의 편지", ["김민준"]), ("서울ㆍ김민준", ["김민준"]), ("참수한이 서명했습니다", ["참수한"]), ("참수한이", []),
            ("참수하이 서명했습니다", []),
        ]
    )
    func hangul(text: String, found: [String]) throws {
        let result = try names(Screen(text))
        #expect(result == found)
    }

    @Test("is one before what belongs to it in the next line")
    func possessive() throws {
        var screen = Screen()
        screen.place("Lunch with the team is at Anna Schmidt's", x: 20, y: 20)
        screen.place("new house on Monday", x: 20, y: 40)
        let result = try names(screen)
        #expect(result == ["Anna Schmidt"])
    }

    @Test("is one that a text of who does something shows")
    func reader() throws {
        var screen = Screen()
        screen.place("Peter", x: 20, y: 20)
        screen.place("You and Peter", x: 20, y: 200)
        let result = try names(screen)
        #expect(result == ["Peter", "Peter"])
    }
}
