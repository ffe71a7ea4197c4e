import Hierarchy
import SecureMemory
import SeededRandom
import Testing

@Suite("Covered names and numbers are found in every script and grouping")
struct RedactingNumbersTests {
    @Test(
        "a name in a script without spaces is found from two characters on",
        arguments: [
            ("张伟", "张伟您好"), ("王小明", "王小明的账户"), ("山田", "山田太郎様"), ("山田 太郎", "山田太郎様"), ("アベ", "アベ様"),
            ("김철", "김철님"), ("김 철수", "김철수님"), ("\u{1100}\u{1175}\u{11B7}\u{CCA0}", "김철님"), ("สมชาย", "คุณสมชาย"),
            ("นก", "คุณนก"), ("ｱﾍﾞ", "ｱﾍﾞ様"),
        ]
    )
    func names(name: String, label: String) throws {
        let redacted = try elsewhere(label, covering: name)
        #expect(redacted.contains("[redacted]"))
        #expect(!redacted.contains(name))
    }

    @Test("one such character, and three of other scripts, stay", arguments: ["王", "김", "Ada", "И И"])
    func shortNames(_ name: String) throws {
        #expect(try elsewhere("\(name) 8", covering: name) == "\(name) 8")
    }

    @Test(
        "names in Latin letters of full width are found, and what is covered at full width",
        arguments: [false, true]
    )
    func fullWidth(isCovered: Bool) throws {
        let (wide, narrow) = ("Ｌｅｉｌａ", "leila")
        #expect(try elsewhere("<\(isCovered ? narrow : wide)>", covering: isCovered ? wide : narrow) == "<[redacted]>")
    }

    @Test(
        "a number is found however its digits are grouped",
        arguments: [
            "4111-1111-1111-1111", "4111111111111111", "４１１１ １１１１ １１１１ １１１１", "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
            "4111.1111.1111.1111", "4111\u{A0}1111\u{202F}1111\u{2013}1111", "4,1,1,1, 1,1,1,1, 1,1,1,1, 1,1,1,1",
            "٤١١١ ١١١١ ١١١١ ١١١١", "411111 1111111111", "4111&#10;1111/1111/1111", "4•1•1•1•1111 1111 1111",
        ]
    )
    func grouping(_ spelling: String) throws {
        #expect(try elsewhere("Of \(spelling)!", covering: "Card 4111 1111 1111 1111") == "Of [redacted]!")
    }

    @Test(
        "numbers of other texts are found",
        arguments: [
            ("842950 until 10:30", "Code 8-4-2-9-5-0"), ("842950 10:30", "Code 842 950"),
            ("+49 164 6090228", "0049164/6090228"),
            ("3060,12 €", "3,060.12 EUR"), ("492817", "4 9 2 8 1 7"), ("PIN 4928", "4 9 2 8"), ("•••• 3111", "3 1 1 1"),
            ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
        ]
    )
    func numbers(text: String, label: String) throws {
        let redacted = try elsewhere(label, covering: text)
        #expect(redacted.hasSuffix("[redacted]") || redacted == "[redacted] EUR")
    }

    @Test(
        "numbers of three digits stay, and those that letters part",
        arguments: [
            ("111", "1 1 1"), ("4928", "4 or 9 or 2 or 8"), ("1 of 2 of 3 of 4", "1234"), ("4928", "492 9 28"),
        ]
    )
    func otherNumbers(text: String, label: String) throws {
        #expect(try elsewhere(label, covering: text) == label)
    }

    @Test("a text that is found as such and as a number is replaced once")
    func overlap() throws {
        #expect(try elsewhere("a PIN 4928 5, 4928-5", covering: "PIN 49285", "PIN 4928") == "a [redacted], [redacted]")
    }

    @Test("of a field of cells the number is found in which each shows a digit", arguments: Cells.allCases)
    func cells(_ cells: Cells) throws {
        let hierarchy = try Hierarchy(cells.source)
        let covered = hierarchy.elements.indices.filter { hierarchy.elements[$0].frame != nil }
        let redacted = try hierarchy.source(redacting: covered).bytes.string
        #expect(redacted.contains(#""Code [redacted]""#))
        #expect(redacted.contains(#""[redacted], [redacted]""#) == (cells == .twoRows))
        #expect(!redacted.contains("4 9 2 8 1 7"))
    }

    @Test("of a number that is covered elsewhere no digit stays in cells beside each other", arguments: Cells.allCases)
    func shownCells(_ cells: Cells) throws {
        let hierarchy = try Hierarchy(cells.source)
        let covered = hierarchy.elements.indices.filter { index in
            hierarchy.elements[index].frame == nil && hierarchy.elements[index].end == index + 1
        }
        let redacted = try hierarchy.source(redacting: covered).bytes.string
        #expect(redacted.matches(of: /"(\d)"/).map(\.output.1).joined() == (cells == .twoRows ? "123456" : ""))
    }

    @Test("keys stay, as a gap in their row would tell the number")
    func keys() throws {
        let keys = (1...9).map { key in
            #"<XCUIElementTypeKey label="\#(key)" x="\#(key * 50)" y="500" width="40" height="50"/>"#
        }
        .joined()
        let hierarchy = try Hierarchy(#"<AppiumAUT><XCUIElementTypeStaticText label="PIN 3456"/>\#(keys)</AppiumAUT>"#)
        let redacted = try hierarchy.source(redacting: [1]).bytes.string
        #expect(redacted.contains(keys))
        #expect(!redacted.contains("3456"))
    }

    /// Six cells with a digit each, as tools write them, and elements without frames that repeat the number.
    enum Cells: CaseIterable {
        case android, named, inField, iOS, wrapped, boxes, twoRows

        var source: String {
            func row(_ digits: String, y: Int, _ cell: (Character, Int) -> String) -> String {
                digits.enumerated().map { cell($1, 10 + 50 * $0) }.joined()
            }
            func node(_ digit: Character, _ x: Int, _ y: Int) -> String {
                #"<node class="android.widget.EditText" text="\#(digit)" bounds="[\#(x),\#(y)][\#(x + 40),\#(y + 50)]"/>"#
            }
            func frame(_ x: Int) -> String { #"x="\#(x)" y="10" width="40" height="50""# }
            let android = #"<node text="4 9 2 8 1 7"/><node text="Code 492817"/>"#
            switch self {
            case .android:
                return "<hierarchy>\(android)\(row("492817", y: 10) { node($0, $1, 10) })</hierarchy>"
            case .named:
                let cells = row("492817", y: 10) { digit, x in
                    #"<node class="android.widget.TextView" resource-id="demo:id/digit_\#(x)" text="\#(digit)" "#
                        + #"bounds="[\#(x),10][\#(x + 40),60]"/>"#
                }
                return "<hierarchy>\(android)\(cells)</hierarchy>"
            case .inField:
                let cells = row("492817", y: 10) { node($0, $1, 10).replacing("EditText", with: "TextView") }
                let field = #"<node class="android.widget.EditText" text="492817" bounds="[10,10][300,60]">"#
                return "<hierarchy>\(android)\(field)\(cells)</node></hierarchy>"
            case .twoRows:
                let keys = row("123", y: 100) { node($0, $1, 100) } + row("456", y: 160) { node($0, $1, 160) }
                let other = #"<node text="4 9 2 8 1 7, 4928 17"/>"#
                return "<hierarchy>\(android)\(other)\(row("492817", y: 10) { node($0, $1, 10) })\(keys)</hierarchy>"
            case .iOS:
                let cells = row("492817", y: 10) { digit, x in
                    #"<XCUIElementTypeTextField value="\#(digit)" label="Digit" \#(frame(x))>"#
                        + #"<XCUIElementTypeButton label="Clear text" \#(frame(x))/></XCUIElementTypeTextField>"#
                }
                return #"<AppiumAUT><XCUIElementTypeOther label="Code 4 9 2 8 1 7"/>\#(cells)</AppiumAUT>"#
            case .wrapped:
                let cells = row("492817", y: 10) { digit, x in
                    #"<XCUIElementTypeOther label="\#(digit)" \#(frame(x))><XCUIElementTypeStaticText value="\#(digit)" "#
                        + #"label="\#(digit)" \#(frame(x))/></XCUIElementTypeOther>"#
                        + #"<XCUIElementTypeOther label="-" \#(frame(x))/>"#
                }
                return #"<AppiumAUT><XCUIElementTypeOther label="Code 4 9 2 8 1 7"/>\#(cells)</AppiumAUT>"#
            case .boxes:
                let cells = row("492817", y: 10) { digit, x in
                    #"{"locator":"c\#(x)","text":"\#(digit)","#
                        + #""boundingBox":{"x":\#(x),"y":10,"width":40,"height":50}},"#
                }
                return #"[\#(cells){"locator":"x","text":"Code 4 9 2 8 1 7","boundingBox":null}]"#
            }
        }
    }

    @Test("of random numbers in random groupings each is found", arguments: 0..<100)
    func random(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let digits = (0..<random.int(4...19)).map { _ in random.int(0...9) }
        func spelled() -> String {
            let zero = [0x30, 0x660, 0xFF10, 0x966][random.int(0...3)]
            return digits.enumerated().map { index, digit in
                let separator = index == 0 ? "" : ["", "", " ", "-", ".", "\u{2011}", "  "][random.int(0...6)]
                return separator + String(UnicodeScalar(UInt32(zero + digit)).map(Character.init) ?? "?")
            }
            .joined()
        }
        #expect(try elsewhere("No. x\(spelled())x", covering: "of \(spelled()) €") == "No. x[redacted]x")
    }

    /// What is left of `label`, where `texts` are covered beside it.
    private func elsewhere(_ label: String, covering texts: String...) throws -> String {
        let label = label.replacing("<", with: "&lt;")
        let nodes = texts.map { #"<node text="\#($0)"/>"# }.joined()
        let hierarchy = try Hierarchy(#"<hierarchy>\#(nodes)<node content-desc="\#(label)"/></hierarchy>"#)
        let redacted = try hierarchy.source(redacting: Array(1...texts.count)).bytes.string
        let value = try #require(redacted.split(separator: "content-desc=\"").last).prefix { $0 != "\"" }
        return String(value).replacing("&lt;", with: "<")
    }
}
