import BoundedWork
import SecureMemory
import Testing

@testable import SensitiveText

@Suite("Names without a caption")
struct StandaloneNameTests {
    private func names(_ screen: Screen) throws -> [String] {
        try screen.findings([.personName], names: SmallLexicon.lexicon()).map {
            String($0.dropFirst("personName: ".count))
        }
    }

    @Test(
        "are found by their words",
        arguments: [
            ("Anna Schmidt", "Anna Schmidt"), ("Shipped to Anna Schmidt yesterday", "Anna Schmidt"),
            ("DOUGLAS, David", "DOUGLAS, David"), ("ANNA SCHMIDT", "ANNA SCHMIDT"), ("Anna SCHMIDT", "Anna SCHMIDT"),
            ("J. R. R. Tolkien", "J. R. R. Tolkien"), ("David K. Johnson", "David K. Johnson"),
            ("Ludwig van Beethoven", "Ludwig van Beethoven"), ("Jean-Pierre García López", "Jean-Pierre García López"),
            ("Call Anna Schmidt's team", "Anna Schmidt"), ("Иван Петров", "Иван Петров"), ("محمد العلي", "محمد العلي"),
            ("ישראל כהן", "ישראל כהן"), ("Schmidt Anna", "Schmidt Anna"), ("Jordan Johnson", "Jordan Johnson"),
            ("Will Johnson", "Will Johnson"), ("Xaviera Johnson", "Xaviera Johnson"), ("山田太郎", "山田太郎"),
            ("山田太郎さんは", "山田太郎"), ("山田 花子", "山田 花子"), ("김민준님이 보냈습니다", "김민준"), ("王小明", "王小明"), ("王建", "王建"),
            ("王小明发了", "王小明"), ("Call Zoë Kowalewski now", "Zoë Kowalewski"),
            ("VAN BEETHOVEN, Ludwig", "VAN BEETHOVEN, Ludwig"),
            ("من محمد القواسم من", "محمد القواسم"), ("من محمد أبو شقدم من", "محمد أبو شقدم"),
            ("584 محمد شقدم", "محمد شقدم"),
            ("من عبد الرحيم العلي", "عبد الرحيم العلي"), ("David O’Johnson", "David O’Johnson"),
            ("You and Anna", "Anna"),
            ("Anna Johnson se unió", "Anna Johnson"), ("TODO(Anna): call", "Anna"), ("王小明经理", "王小明"),
            ("山本太郎さん", "山本太郎"),
            ("Zoë Quux · 10:42", "Zoë Quux"), ("Anna Quux 2 days ago", "Anna Quux"), ("王建 昨天", "王建"),
            ("王小明4月3日", "王小明"),
            ("王建刚刚", "王建"),
            ("محمد شقدم. العلي", "محمد شقدم"),
            ("Quux is typing…", "Quux"), ("Quux liked your photo", "Quux"), ("You and Quux", "Quux"),
            ("let author = \"Quux\"", "Quux"), ("Author: Quux Waldo", "Quux Waldo"), ("TOD0(Anna): call", "Anna"),
            ("涵正在输入…", "涵"), ("참수한 님", "참수한"), ("Zofia Hatka", "Zofia Hatka"), ("Peter : ok", "Peter"),
            ("كتب محمد", "محمد"), ("كتبت فاطمه", "فاطمه"), ("التقيت ايمن", "ايمن"), ("ask Peter", "Peter"),
            ("Thanks Anna", "Anna"),
            ("Call Zoë Quux now", "Zoë Quux"),
            ("من محمد آل الفلاح", "محمد آل الفلاح"), ("وقع الفلاح محمد العلي", "محمد العلي"),
            ("محمد آل محمد بن محمد بن محمد", "محمد آل محمد بن محمد بن محمد"),
            ("Order Maria van Camp", "Maria van Camp"), ("Quux gefällt dein Foto", "Quux"),
            ("سهيل شقدم . الآن", "سهيل شقدم"), ("سهيل شقدم  من", "سهيل شقدم"),
        ]
    )
    func found(text: String, name: String) throws {
        #expect(try names(Screen(text)) == [name])
    }

    @Test(
        "are not what else has such words",
        arguments: [
            "Grace Period", "Will", "Mark", "Rose Gold", "Jordan", "Jordan Valley", "Victoria Park",
            "Anna Schmidt Street",
            "Settings", "Anna", "Anna anna", "Xaviera Quux", "iPhone Johnson", "Yesterday Anna",
            "Anna2 Schmidt", "anna schmidt", "Contact Team", "王国", "THE ANNA", "Anna Ewigkeit",
            "Avenida Anna Johnson", "avenue Anna Johnson 2", "Paket von Hugo Boss", "San David", "山田市", "山田駅",
            "Anna Johnson SE",
            "Order Zoë Quux now", "شركة محمد العلي", "на площади Иван Петров", "Banco David", "David Johnson Jr. Blvd",
            "Zoë Quux.render(x)", "Zoë Quux(x: 3)", "Zoë Quux 12", "Święty David",
            "Order Maria Camp", "شارع محمد العلي", "من شقدم", "sent to ANNA", "Quux: ok",
            "Quux 2 days ago",
            "Contact is typing", "Trip to Jordan", "St. Johnson", "ul. Anna Schmidt", "Hello is typing",
            "Contact your bank",
        ]
    )
    func left(text: String) throws {
        #expect(try names(Screen(text)).isEmpty)
    }

    @Test(
        "are joined over lines",
        arguments: [
            (["The contract was signed by Anna", "Schmidt on Monday"], "Anna⏎Schmidt"),
            (["Anna", "Schmidt"], "Anna⏎Schmidt"),
            (["Mark", "Yesterday"], nil), (["Peter", "Xaviera"], nil),
            (["Lunch with Anna van", "Beethoven"], "Anna van⏎Beethoven"),
            (["Lunch with Anna Schmidt-", "Johnson"], "Anna Schmidt-⏎Johnson"),
            (["昨日の担当は山田", "太郎さんでした"], "山田⏎太郎"), (["Anna Schmidt", "Gold member, paid"], "Anna Schmidt"),
            (["we are at Anna", "Quux"], nil), (["lunch with Anna", "Quux"], "Anna⏎Quux"),
            (["Schmidt,", "David"], "Schmidt,⏎David"), (["Anna Schmidt", "King: see you"], "Anna Schmidt"),
        ]
    )
    func lines(lines: [String], name: String?) throws {
        var screen = Screen()
        for (row, line) in lines.enumerated() { screen.place(line, x: 20, y: 20 + 20 * row) }
        let found = try names(screen)
        #expect(found == (name.map { [$0] } ?? []))
    }

    @Test("are doubtful words in a list with a name that is sure")
    func list() throws {
        #expect(try names(Screen("Zoë Quux, Anna Schmidt +3")) == ["Zoë Quux", "Anna Schmidt"])
        #expect(try names(Screen("Order Zoë Quux, Anna Schmidt")) == ["Anna Schmidt"])
        let unknown = ["قواسم أبو شقدم", "شقدم أبو قواسم"]
        #expect(try names(Screen(unknown.joined(separator: ", ") + " +12")) == unknown)
        #expect(try names(Screen(unknown.joined(separator: ", ") + " 12")).isEmpty)
        #expect(try names(Screen("شقدم آل محمد, محمد العلي +3")) == ["شقدم آل محمد", "محمد العلي"])
    }

    @Test("are joined where the first line is indented by its number")
    func numberedLines() throws {
        var screen = Screen()
        screen.place("6 let author = \"Anna", x: 44, y: 20)
        screen.place("Schmidt\"", x: 20, y: 40)
        #expect(try names(screen) == ["Anna⏎Schmidt"])
        // Within quotation marks, even if there was room.
        screen.place("7 let order = \"shipped to the team of the bank\"", x: 44, y: 60)
        #expect(try names(screen) == ["Anna⏎Schmidt"])
    }

    @Test("are joined in the cells of a column of names")
    func cells() throws {
        var screen = Screen()
        let cells = [
            ["VAN DER", "GOLD", "Anna"], ["Anna Schmidt"], ["QUUX,", "Anna"], ["David Johnson"], ["Xaviera", "Quux"],
        ]
        var top = 20
        for lines in cells {
            for (line, text) in lines.enumerated() { screen.place(text, x: 80, y: top + 20 * line) }
            screen.place("Thanks", x: 400, y: top)
            if lines.count > 2 { screen.place("again", x: 400, y: top + 20) }
            screen.place("10:42", x: 600, y: top)
            top += 20 * lines.count + 10
        }
        #expect(
            try names(screen)
                == ["VAN DER⏎GOLD⏎Anna", "Anna Schmidt", "QUUX,⏎Anna", "David Johnson", "Xaviera⏎Quux"]
        )
    }

    @Test("are joined in cells whose frames a recogniser makes of any height")
    func unevenCells() throws {
        var screen = Screen()
        for (row, (cell, heights)) in zip([["QUUX,", "Anna"], ["Schmidt,", "David"]], [(24, 17), (19, 23)]).enumerated()
        {
            screen.place(cell[0], x: 80, y: 20 + 60 * row, height: heights.0)
            screen.place(cell[1], x: 80, y: 44 + 60 * row, height: heights.1)
            screen.place("Thanks", x: 400, y: 20 + 60 * row, height: 20)
        }
        #expect(try names(screen) == ["QUUX,⏎Anna", "Schmidt,⏎David"])
    }

    @Test("are none in smaller texts beneath others, and in the entries of menus")
    func smallerTexts() throws {
        var screen = Screen()
        screen.place("Johnson", x: 80, y: 20, height: 20)
        screen.place("Anna: see you", x: 80, y: 43, height: 17)
        screen.place("10:42", x: 400, y: 20, height: 20)
        #expect(try names(screen).allSatisfy { !$0.contains("⏎") })
        var menu = Screen()
        for (row, entry) in ["Settings", "Anna", "Schmidt", "Order"].enumerated() {
            menu.place(entry, x: 20, y: 20 + 20 * row)
        }
        #expect(try names(menu) == [])
    }

    @Test("are no words that end a sentence of the line above")
    func restsOfSentences() throws {
        let names = ["Anna Schmidt", "David Johnson", "Maria López"]
        for (end, rest) in [("I met them in San", "David"), ("let us talk about our", "Peter")] {
            var screen = Screen()
            for (row, name) in names.enumerated() { screen.place(name, x: 20, y: 20 + 60 * row) }
            screen.place(end, x: 20, y: 220)
            screen.place(rest, x: 20, y: 240)
            #expect(try self.names(screen) == names)
        }
    }

    @Test("are two where lines stand apart or are of other sizes")
    func apart() throws {
        for (gap, height) in [(30, 16), (20, 12)] {
            var screen = Screen()
            screen.place("Anna", x: 20, y: 20)
            screen.place("Schmidt", x: 20, y: 20 + gap, height: height)
            #expect(try names(screen) == [])
        }
    }

    @Test("are doubtful words where most of their column are names")
    func column() throws {
        let sure = ["Anna Schmidt", "David Johnson", "Maria López"]
        var screen = Screen()
        for (row, text) in (sure + ["Grace King", "Xaviera Quux", "Peter"]).enumerated() {
            screen.place(text, x: 80, y: 40 + 60 * row)
            screen.place("Thanks", x: 400, y: 40 + 60 * row)
        }
        screen.place("Grace King", x: 300, y: 600)
        screen.place("شقدم قواسم", x: 80, y: 400)
        screen.place("شقدم قواسم", x: 300, y: 640)
        #expect(try names(screen) == sure + ["Grace King", "Xaviera Quux", "Peter", "شقدم قواسم"])
    }

    @Test("are parts of others on the screen", arguments: [("Anna Schmidt", "Anna"), ("Rose Johnson", "Johnson")])
    func known(whole: String, part: String) throws {
        #expect(try names(Screen(whole, "\(part) says thanks")) == [whole, part])
    }

    @Test(
        "are given names that somebody does something by, or that a status stands beneath",
        arguments: [["Anna is typing"], ["Anna: see you"], ["Anna", "last seen today"]]
    )
    func actions(lines: [String]) throws {
        var screen = Screen()
        for (row, line) in lines.enumerated() { screen.place(line, x: 20, y: 20 + 20 * row) }
        #expect(try names(screen) == ["Anna"])
    }

    @Test("need the score that is asked for")
    func score() throws {
        let lexicon = try SmallLexicon.lexicon()
        #expect(try Screen("Anna Schmidt").findings([.personName], minimumScore: 0.95, names: lexicon).isEmpty)
        #expect(try Screen("Peter").findings([.personName], minimumScore: 0.3, names: lexicon) == ["personName: Peter"])
    }

    @Test("are not known by a damaged lexicon")
    func damaged() throws {
        let whole = try SmallLexicon.content(of: []).withUnsafeBytes { Array($0) }
        for bytes: [UInt8] in [
            [], Array(whole[..<12]), Array(whole.dropLast()), whole + [0], [1] + Array(whole.dropFirst()),
        ] {
            #expect(NameLexicon(try SecureBytes(copying: bytes)) == nil)
        }
    }

    @Test(
        "cost work as the words are many",
        arguments: ["Anna Schmidt ", "Xaviera ", "山田太郎", "A. ", "Anna, ", "Anna-", "d'A ", "担当は山田太郎さん"]
    )
    func cost(text: String) throws {
        func cost(_ count: Int) throws -> Int {
            var budget = WorkBudget(limit: .max)
            var pieces = try TextPieces()
            let frame = TextFrame(x: 0, y: 0, width: 900, height: 16)
            // Far from the first word, to look for it again and again would show.
            let dots = String(repeating: ".", count: 10 * count)
            try pieces.append(dots + String(repeating: text, count: count), frame: frame, budget: &budget)
            let spent = budget.remaining
            var search = NameSearch(try SmallLexicon.lexicon())
            let layout = try PieceLayout(pieces.pieces.map(\.frame), budget: &budget)
            _ = try search.candidates(in: pieces, layout, budget: &budget)
            return spent - budget.remaining
        }
        #expect(try cost(10_000) < 11 * cost(1_000))
        #expect(try cost(10_000) < 10_000 * 400)
    }
}
