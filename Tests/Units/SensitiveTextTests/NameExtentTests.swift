import Testing

@testable import SensitiveText

@Suite("The extent of a name without a caption")
struct NameExtentTests {
    private func names(_ screen: Screen) throws -> [String] {
        try screen.findings([.personName], names: SmallLexicon.lexicon()).map {
            String($0.dropFirst("personName: ".count))
        }
    }

    @Test(
        "is that of all its words",
        arguments: [
            ("Anna Schmidt III joined", ["Anna Schmidt III"]), ("David B.Johnson", ["David B.Johnson"]),
            ("Quux D. Waldo", ["Quux D. Waldo"]), ("Anna Schmidt -Johnson", ["Anna Schmidt -Johnson"]),
            ("Anna Schmidt- Johnson", ["Anna Schmidt- Johnson"]),
            ("Order Zoë Kowalewski-Nowalewski now", ["Zoë Kowalewski-Nowalewski"]),
            ("signed von Nell Orme", ["von Nell Orme"]), ("Anna Schmidt Camp · 10:42", ["Anna Schmidt Camp"]),
            ("Author: Anna Camp", ["Anna Camp"]),
            ("Call Anna Schmidt et Zoë Quux now", ["Anna Schmidt", "Zoë Quux"]),
        ]
    )
    func whole(text: String, found: [String]) throws {
        #expect(try names(Screen(text)) == found)
    }

    @Test(
        "is not that of words behind it, and of names beside it",
        arguments: [
            ("Anna Schmidt Camp is open", ["Anna Schmidt"]), ("Camp García, Anna Johnson", ["Anna Johnson"]),
            ("Anna Schmidt - Johnson", ["Anna Schmidt"]), ("Anna Schmidt Street 12", []),
            ("We met Anna Schmidt a Maria a giugno", ["Anna Schmidt"]), ("Thanks Order D. Waldo", []),
            ("Dr. Oetker", []), ("Call Anna Schmidt IIII", ["Anna Schmidt"]),
        ]
    )
    func others(text: String, found: [String]) throws {
        #expect(try names(Screen(text)) == found)
    }

    @Test(
        "is of several lines",
        arguments: [
            (["Anna-", "Maria", "Schmidt"], ["Anna-⏎Maria⏎Schmidt"]),
            (["an order by Hugo", "Boss is on its way"], []),
        ]
    )
    func lines(lines: [String], found: [String]) throws {
        var screen = Screen()
        for (row, line) in lines.enumerated() { screen.place(line, x: 20, y: 20 + 20 * row) }
        #expect(try names(screen) == found)
    }

    @Test("is none of streets and of days among names")
    func column() throws {
        let sure = ["Anna Schmidt", "David Johnson", "Maria López"]
        var screen = Screen()
        for (row, text) in (sure + ["Anna-Peter-Allee", "David Johnson · Ayer"]).enumerated() {
            screen.place(text, x: 80, y: 40 + 60 * row)
        }
        #expect(try names(screen) == sure + ["David Johnson"])
    }
}
