import BoundedWork
import Testing

@testable import Hierarchy

@Suite("The value beside or beneath a caption that names a secret is covered with it")
struct CaptionTests {
    @Test("beneath it, in a stack of texts of a phone")
    func beneath() throws {
        let screen = try phone(
            text("Payment", 16, 60, 361, 34),
            text("Card number", 16, 110, 90, 18),
            text("4111 1111", 16, 132, 160, 22),
            text("Holder", 16, 170, 50, 18),
            text("Ada Byron", 16, 192, 90, 22)
        )
        #expect(try covered(screen) == ["Card number", "4111 1111"])
    }

    @Test("beside it, in a cell of a table, and not in the next cell")
    func cell() throws {
        let screen = try phone(
            cell(100, text("Card number", 16, 110, 90, 22), text("Visa 4111", 250, 110, 120, 22)),
            cell(144, text("Holder", 16, 154, 90, 22), text("Ada Byron", 250, 154, 120, 22))
        )
        #expect(try covered(screen) == ["Card number", "Visa 4111"])
    }

    @Test("beside it without a digit, and beneath it too then, as neither is certain")
    func doubt() throws {
        let screen = try phone(
            text("Password", 16, 110, 90, 18),
            text("Hint", 200, 110, 60, 18),
            text("correct horse", 16, 132, 90, 22),
            text("my pet", 200, 132, 90, 22)
        )
        #expect(try covered(screen) == ["Password", "Hint", "correct horse"])
    }

    @Test("an input without a name of its own, and the digits of a code one by one")
    func inputs() throws {
        let field = #"<XCUIElementTypeTextField value="4111" x="16" y="132" width="361" height="44"/>"#
        #expect(try covered(phone(text("Card number", 16, 110, 90, 18), field)) == ["Card number", "4111"])

        let digits = (0..<6).map { text("\($0 + 3)", 16 + 48 * $0, 150, 40, 44) }
        let resend = text("Resend in 30 seconds", 16, 220, 200, 18)
        let screen = try phone([text("Enter the code from the SMS code", 16, 110, 300, 24)] + digits + [resend])
        #expect(try covered(screen) == ["Enter the code from the SMS code", "3", "4", "5", "6", "7", "8"])
    }

    @Test("the digits of a code whose descriptions say which each is")
    func describedDigits() throws {
        let cells = (0..<4).map { place in
            node("4", [60 + 130 * place, 300, 160 + 130 * place, 420], description: "Digit \(place + 1) of 4")
        }
        let hierarchy = try android([node("Verification code", [60, 200, 1000, 260])] + cells)
        #expect(try covered(hierarchy).filter { $0.hasPrefix("Digit") }.count == 4)
    }

    @Test("an input below a line of help")
    func help() throws {
        let boxes = try page(
            box("Card number", 20, 20, 90, 20),
            box("16 digits on the front", 20, 42, 150, 18),
            box("4111", 20, 66, 300, 36, role: "textbox"),
            box("Name", 20, 110, 90, 20),
            box("Ada", 20, 132, 300, 36, role: "textbox")
        )
        #expect(try covered(boxes) == ["Card number", "16 digits on the front", "4111"])
    }

    @Test("on the left, where nothing is on the right")
    func rightToLeft() throws {
        let screen = try phone(
            cell(100, text("٤١١١", 16, 110, 120, 22), text("رقم البطاقة", 280, 110, 97, 22)),
            cell(144, text("Ada", 16, 154, 120, 22), text("الاسم", 280, 154, 97, 22))
        )
        #expect(try covered(screen) == ["٤١١١", "رقم البطاقة"])
    }

    @Test("in views of Android, whose texts are as wide as the screen")
    func android() throws {
        let screen = try android(
            view(
                [40, 200, 1040, 400],
                [node("Account number", [40, 210, 1040, 260]), node("1234567", [40, 265, 1040, 330])]
            ),
            view([40, 420, 1040, 620], [node("Branch", [40, 430, 1040, 480]), node("Berlin", [40, 485, 1040, 550])])
        )
        #expect(try covered(screen) == ["Account number", "1234567"])
    }

    @Test("in boxes of their own, as React Native and Compose wrap them")
    func wrapped() throws {
        let screen = try android(
            view(
                [0, 200, 1080, 300],
                [
                    view([40, 210, 400, 270], [view([40, 210, 400, 270], [node("Sort code", [40, 210, 400, 270])])]),
                    view(
                        [600, 210, 1040, 270],
                        [view([600, 210, 1040, 270], [node("12-34-56", [600, 210, 1040, 270])])]
                    ),
                ]
            ),
            view([0, 310, 1080, 400], [node("Opened in 2019", [40, 320, 400, 380])])
        )
        #expect(try covered(screen) == ["Sort code", "12-34-56"])
    }

    @Test("beneath the star of a field that has to be filled in")
    func star() throws {
        let screen = try android(
            view(
                [40, 200, 1040, 400],
                [
                    view(
                        [40, 210, 1040, 260],
                        [node("Password", [40, 210, 240, 260]), node("✱", [250, 210, 270, 260])]
                    ),
                    view([40, 270, 1040, 340], [node("hunter", [40, 270, 1040, 340])]),
                ]
            )
        )
        #expect(try covered(screen) == ["Password", "hunter"])
    }

    @Test("a node of Flutter that says both covers both, and one that says the caption alone covers the next")
    func flutter() throws {
        let screen = try android(
            described("Card number\n4111 1111", [40, 200, 1040, 300]),
            described("Holder\nAda", [40, 320, 1040, 420]),
            described("IBAN", [40, 440, 1040, 500]),
            described("DE28 2485", [40, 505, 1040, 565]),
            described("Close", [40, 600, 1040, 700])
        )
        #expect(try covered(screen) == ["Card number\n4111 1111", "IBAN", "DE28 2485"])
    }

    @Test("terms and descriptions of a page, within bounds, as nothing is known to hold them")
    func page() throws {
        let boxes = try page(
            box("IBAN", 20, 20, 100, 20),
            box("DE28 2485", 140, 20, 200, 20),
            box("Name", 20, 50, 100, 20),
            box("Ada", 140, 50, 200, 20),
            box("Advertisement 1", 900, 20, 200, 20),
            box("PIN", 20, 400, 40, 20),
            box("Footer 2", 1000, 400, 100, 20),
            box("Imprint", 20, 500, 100, 20)
        )
        #expect(try covered(boxes) == ["IBAN", "DE28 2485", "PIN"])
    }

    @Test("what has no place follows its caption")
    func placeless() throws {
        let screen = try Hierarchy(
            """
            <hierarchy><node><node class="android.widget.TextView" text="Password"/><node class="android.widget.TextView"
            text="hunter"/><node class="android.widget.TextView" text="Close"/></node></hierarchy>
            """
        )
        #expect(try covered(screen) == ["Password", "hunter"])
    }

    @Test("a text whose identifier says that it is a label is a caption, too")
    func identifiers() throws {
        let screen = try phone(
            #"<XCUIElementTypeStaticText name="cardNumberLabel" label="Long number" x="16" y="110" width="90" height="18"/>"#,
            text("4111", 16, 132, 90, 18),
            text("Ada", 16, 154, 90, 18)
        )
        #expect(try covered(screen) == ["Long number", "4111"])
    }

    @Test("a text that names a secret, whatever it is called in code")
    func namedCaptions() throws {
        let title = text("Card number", 16, 110, 90, 18).replacing(
            #"name="Card number""#,
            with: #"name="tvCardNumber""#
        )
        #expect(try covered(phone(title, text("4111", 16, 132, 90, 18))) == ["Card number", "4111"])
        let boxes = try page(
            box("Card number", 20, 20, 100, 20, locator: "getByText('Card number')"),
            box("4111", 140, 20, 200, 20)
        )
        #expect(try covered(boxes) == ["Card number", "4111"])
    }

    @Test("a row of captions above a row of values")
    func columns() throws {
        let screen = try phone(
            text("Card number", 16, 110, 90, 18),
            text("CVV", 200, 110, 40, 18),
            text("12/29", 300, 110, 40, 18),
            text("4111", 16, 132, 90, 18),
            text("737", 200, 132, 40, 18)
        )
        #expect(try covered(screen) == ["Card number", "CVV", "12/29", "4111", "737"])
    }

    @Test("of a list beneath a heading no more than the next text")
    func heading() throws {
        let rows = (0..<8).map { text("site \($0)", 16, 160 + 30 * $0, 200, 20) }
        #expect(try covered(phone([text("Passwords", 16, 110, 361, 40)] + rows)) == ["Passwords", "site 0"])
    }

    @Test("no button, and none of its neighbours, for a button is no caption")
    func buttons() throws {
        let button = #"<XCUIElementTypeButton label="Change" x="300" y="110" width="77" height="22"/>"#
        let screen = try phone(
            text("PIN", 16, 110, 90, 22),
            button,
            #"<XCUIElementTypeButton label="Forgot PIN?" x="16" y="300" width="200" height="22"/>"#,
            text("Help", 16, 324, 100, 22)
        )
        #expect(try covered(screen) == ["PIN", "Forgot PIN?"])
    }

    @Test("a caption that a term of the policy names")
    func ownTerms() throws {
        for caption in ["Loyalty card", "LOYALTY"] {
            let screen = try phone(text(caption, 16, 110, 90, 18), text("Gold", 16, 132, 90, 18))
            let terms = SensitiveTerms.standard.adding(["loyalty card", "loyalty"])
            #expect(try screen.elements(at: .sensitive, terms: terms) == [2, 3])
            #expect(try screen.elements(at: .sensitive) == [])
        }
    }

    @Test("an input that holds its caption, as those of Compose do")
    func captionInInput() throws {
        let label = node("Password", [60, 210, 300, 240])
        let input = #"<node class="android.widget.EditText" text="hunter" bounds="[40,200][1040,340]">\#(label)</node>"#
        #expect(try covered(android(input, node("Close", [40, 900, 1040, 960]))) == ["hunter", "Password"])
    }

    @Test("a button that shows a number")
    func numberOnButton() throws {
        let button = #"<XCUIElementTypeButton label="•••• 4111" x="250" y="110" width="120" height="22"/>"#
        #expect(try covered(phone(text("Card number", 16, 110, 90, 22), button)) == ["Card number", "•••• 4111"])
        let arabic = button.replacing("4111", with: "٤١١١")
        #expect(try covered(phone(text("رقم البطاقة", 16, 110, 97, 22), arabic)) == ["رقم البطاقة", "•••• ٤١١١"])
    }

    @Test("no setting: a switch is no value, nor are the names of others")
    func settings() throws {
        func setting(_ name: String, _ y: Int) -> String {
            text(name, 16, y, 200, 22)
                + #"<XCUIElementTypeSwitch value="1" label="\#(name)" x="300" y="\#(y)" width="51" height="31"/>"#
        }
        #expect(
            try covered(phone(setting("Ask for PIN", 110), setting("Face ID", 154))) == ["Ask for PIN", "Ask for PIN"]
        )
    }

    @Test("no rows of a menu, each of which is tapped by itself")
    func menu() throws {
        let rows = ["Change PIN", "Language", "Imprint"].enumerated().map {
            cell(100 + 44 * $0, text($1, 16, 110 + 44 * $0, 200, 22))
        }
        #expect(try covered(phone(rows)) == ["Change PIN"])
        let views = ["Change PIN", "Language", "Imprint"].enumerated().map { index, name in
            let y = 200 + 100 * index
            return view([0, y, 1080, y + 90], isTapped: true, [node(name, [40, y + 20, 400, y + 70])])
        }
        #expect(try covered(android(views)) == ["Change PIN"])
    }

    @Test("an input or a number outside of the row that the caption is, as that of a label that is tapped")
    func outsideOfRow() throws {
        let label = view([40, 200, 1040, 260], isTapped: true, [node("Card number", [40, 200, 1040, 260])])
        let number = view([40, 270, 1040, 340], [node("4111", [40, 270, 1040, 340])])
        let note = view([40, 270, 1040, 340], [node("Required", [40, 270, 1040, 340])])
        #expect(try covered(android(label, number)) == ["Card number", "4111"])
        #expect(try covered(android(label, note)) == ["Card number"])
        let field = #"<XCUIElementTypeTextField value="hunter" x="16" y="150" width="361" height="24"/>"#
        #expect(
            try covered(phone(cell(100, text("Password", 16, 110, 90, 22)), cell(144, field))) == [
                "Password", "hunter",
            ]
        )
    }

    @Test("pictures and what cannot be seen stand in no value's way")
    func pictures() throws {
        let screen = try phone(
            text("Card number", 16, 110, 90, 18),
            #"<XCUIElementTypeImage label="info 1" x="110" y="110" width="18" height="18"/>"#,
            #"<XCUIElementTypeStaticText label="gone 1" visible="false" x="130" y="110" width="18" height="18"/>"#,
            text("4111", 200, 110, 90, 18)
        )
        #expect(try covered(screen) == ["Card number", "4111"])
    }

    @Test("looking for values takes work in proportion to the elements")
    func work() throws {
        func work(_ count: Int) throws -> Int {
            let texts = (0..<count).map { text($0 % 2 == 0 ? "PIN" : "none", $0 % 20 * 18, $0 / 20 * 10, 18, 10) }
            let hierarchy = try phone(texts)
            var budget = WorkBudget(limit: Hierarchy.levelWorkLimit)
            _ = try hierarchy.elements(at: .sensitive, budget: &budget)
            return Hierarchy.levelWorkLimit - budget.remaining
        }
        let (small, large) = (try work(1_000), try work(8_000))
        #expect(large < 9 * small)
    }
}
