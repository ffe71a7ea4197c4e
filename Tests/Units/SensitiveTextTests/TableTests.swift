import SensitiveText
import Testing

@Suite("A table")
struct TableTests {
    @Test("names its cells by their header in all rows, whatever captions their words are, too")
    func rows() throws {
        let people = [
            "Severino Morandini", "Mattia Gabba", "Nino Tassoni", "Gael Nascimento", "Roberta Frescobaldi",
            "Ivan Calgari",
            "Nedda Serao", "Dora Textor", "Klaus Kobelt", "Emilie Rogge", "Fredi Striebitz", "Sylwia Hauffer",
        ]
        var screen = Screen.table(["Nome", "E-mail", "Totale"])
        for (row, name) in people.enumerated() {
            screen.place(name, x: 20, y: 54 + 34 * row)
            screen.place("a\(row)@example.org", x: 260, y: 54 + 34 * row)
            screen.place("\(411 + row)", x: 500, y: 54 + 34 * row)
        }
        #expect(try screen.findings([.personName]) == people.map { "personName: \($0)" })
    }

    @Test("has no header in the middle of a column")
    func cellsLikeCaptions() throws {
        var screen = Screen()
        for (row, text) in ["Cordoba", "Hermes", "Recipient", "Nimbus", "Toronto", "Vela", "Oslo"].enumerated() {
            screen.place(text, x: 20, y: 20 + 34 * row)
            screen.place("a\(row)@example.org", x: 260, y: 20 + 34 * row)
        }
        #expect(try screen.findings([.personName]).count <= 1)
    }

    @Test("has cells of several lines, beside others of one")
    func cellsOfLines() throws {
        var screen = Screen.table(["Titulaire", "IBAN"])
        screen.place("Mathilde", x: 20, y: 60)
        screen.place("Guérin", x: 20, y: 80)
        screen.place("FI3953242940091091", x: 260, y: 70)
        screen.place("Marianne", x: 20, y: 117)
        screen.place("Faivre", x: 20, y: 137)
        screen.place("DE89 3704 0044 0532", x: 260, y: 117)
        screen.place("0130 00", x: 260, y: 137)
        #expect(
            try screen.findings([.personName, .iban]).sorted() == [
                "iban: DE89 3704 0044 0532⏎0130 00", "iban: FI3953242940091091", "personName: Faivre",
                "personName: Guérin", "personName: Marianne", "personName: Mathilde",
            ]
        )
    }

    @Test("has headers that are broken over two lines")
    func brokenHeaders() throws {
        var screen = Screen.table(["Destinatar", "IBAN"])
        screen.place("io", x: 20, y: 40)
        screen.place("Valeria Santoro", x: 20, y: 78)
        screen.place("DE89370400440532013000", x: 260, y: 78)
        screen.place("Nedda Serao", x: 20, y: 112)
        screen.place("FI3953242940091091", x: 260, y: 112)
        #expect(
            try screen.findings([.personName]) == ["personName: Valeria Santoro", "personName: Nedda Serao"]
        )
    }

    @Test("has a header of three lines, within a word of which one ends, beside cells that are broken")
    func brokenHeaderAndCells() throws {
        var screen = Screen.table(["Vor- und", "IP-Adresse", "Artikel"])
        for (line, (left, right)) in [("Nachnam", "numme"), ("e", "r")].enumerated() {
            screen.place(left, x: 20, y: 36 + 16 * line)
            screen.place(right, x: 500, y: 36 + 16 * line)
        }
        let rows = [
            (["Kornelia", "Hande"], ["84.93.36.217"]),
            (["Maurizio", "Lachmann"], ["fdbd:e5d5:b1ab:c42f", ":7d25:f107"]),
            (["Ole", "Bachmann"], ["192.45.119.72"]), (["Katharina", "Pruschke"], ["c910:62c8:e05d:a7d"]),
        ]
        for (row, (name, address)) in rows.enumerated() {
            let top = 80 + 50 * row
            for (line, text) in name.enumerated() { screen.place(text, x: 20, y: top + 16 * line) }
            for (line, text) in address.enumerated() { screen.place(text, x: 260, y: top + 16 * line) }
            screen.place("\(507 + 31 * row)", x: 500, y: top)
        }
        #expect(try screen.findings([.personName]).sorted() == rows.flatMap(\.0).map { "personName: \($0)" }.sorted())
    }

    @Test("has headers of which each line is a caption itself")
    func headersOfCaptions() throws {
        var screen = Screen.table(["Titular do", "Celular", "Número do"])
        screen.place("cartão", x: 20, y: 38)
        screen.place("pedido", x: 500, y: 38)
        for (row, name) in [("Enrico", "Pacheco"), ("Anna Liz", "Dias"), ("Igor", "Ferreira")].enumerated() {
            screen.place(name.0, x: 20, y: 70 + 54 * row)
            screen.place(name.1, x: 20, y: 88 + 54 * row)
            screen.place("+55 27 95285-196\(row)", x: 260, y: 70 + 54 * row)
            screen.place("\(442 + row)", x: 500, y: 70 + 54 * row)
        }
        #expect(
            try screen.findings([.personName, .card]) == [
                "personName: Enrico", "personName: Pacheco", "personName: Anna Liz", "personName: Dias",
                "personName: Igor", "personName: Ferreira",
            ]
        )
        // Two captions that are none together are of two values.
        var form = Screen.table(["Titular", "Celular"])
        form.place("Pedido", x: 20, y: 38)
        form.place("Enrico Pacheco", x: 20, y: 56)
        #expect(try form.findings([.personName]) == [])
    }

    @Test("ends where nothing stands beside a line, and where captions follow")
    func end() throws {
        var screen = Screen.table(["Name", "E-Mail"])
        screen.place("Anna Meier", x: 20, y: 54)
        screen.place("anna@example.com", x: 260, y: 54)
        screen.place("Berlin Office", x: 20, y: 88)
        screen.place("City", x: 20, y: 122)
        screen.place("Konto", x: 260, y: 122)
        screen.place("Potsdam", x: 20, y: 148)
        screen.place("Bestand", x: 260, y: 148)
        #expect(try screen.findings([.personName]) == ["personName: Anna Meier"])
    }

    @Test("has numbers in cells of two lines")
    func brokenNumbers() throws {
        var screen = Screen.table(["Titular", "Teléfono"])
        for (row, number) in [("+34921", "801 768"), ("+34843", "087 338")].enumerated() {
            screen.place("Hernando Rius", x: 20, y: 64 + 57 * row)
            screen.place(number.0, x: 260, y: 54 + 57 * row)
            screen.place(number.1, x: 260, y: 74 + 57 * row)
        }
        #expect(
            try screen.findings([.phone], isRecognised: true) == ["phone: +34921⏎801 768", "phone: +34843⏎087 338"]
        )
    }

    @Test("has numbers in cells of four lines, in as many rows as there are")
    func cellsOfFourLines() throws {
        var screen = Screen.table(["Name", "IBAN", "Date"])
        let lines = ["IT60 X054", "2811 1010", "0000 0123", "456"]
        var top = 50
        for (row, cell) in [["DE89 3704", "0044"], lines, lines, lines, lines].enumerated() {
            screen.place("Row \(row)", x: 20, y: top)
            for (line, text) in cell.enumerated() { screen.place(text, x: 260, y: top + 20 * line) }
            screen.place("10:4\(row)", x: 500, y: top)
            top += 20 * cell.count + 4
        }
        let value = "iban: \(lines.joined(separator: "⏎"))"
        #expect(try screen.findings([.iban]) == Array(repeating: value, count: 4))
    }

    @Test("has numbers of its own in each row, which are not joined to one")
    func numbers() throws {
        var screen = Screen.table(["Nome completo", "Endereço IP", "Nota"])
        for (row, number) in ["603", "672", "860", "27", "571"].enumerated() {
            screen.place("Dante da Paz", x: 20, y: 54 + 28 * row)
            screen.place("192.36.163.15\(row)", x: 260, y: 54 + 28 * row)
            screen.place(number, x: 500, y: 54 + 28 * row)
        }
        #expect(try screen.findings([.nationalNumber, .phone, .bankAccount], isRecognised: true) == [])
    }
}
