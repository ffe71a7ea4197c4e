import SensitiveText
import Testing

@Suite("A column")
struct ColumnTests {
    /// Cells beneath each other from `top` on, in columns 200 apart.
    private func screen(_ rows: [[String]], pitch: Int = 30) -> Screen {
        var screen = Screen()
        for (row, cells) in rows.enumerated() {
            for (column, text) in cells.enumerated() { screen.place(text, x: 20 + 200 * column, y: 20 + pitch * row) }
        }
        return screen
    }

    @Test("of cells that repeat is no recovery phrase")
    func plans() throws {
        let plans = "free team free free trial team free basic free team trial free".split(separator: " ").map(
            String.init
        )
        #expect(try screen(plans.map { [$0] }, pitch: 22).findings() == [])
        #expect(try screen(plans.map { ["Row", $0] }, pitch: 22).findings() == [])
    }

    @Test("of short numbers is no card, though four of them pass its check")
    func shortNumbers() throws {
        let numbers = ["4111", "1111", "1111", "1111"]
        #expect(try screen(numbers.map { ["Order", $0, "Paid"] }, pitch: 22).findings() == [])
        #expect(try screen((["7302"] + numbers + ["2968"]).map { [$0] }, pitch: 22).findings() == [])
        #expect(try screen([numbers], pitch: 22).findings() == [])
        var boxes = Screen()
        for (place, number) in numbers.enumerated() { boxes.place(number, x: 20 + 60 * place, y: 20) }
        #expect(try boxes.findings() == ["card: 4111⏎1111⏎1111⏎1111"])
        #expect(try screen(numbers.map { [$0] }, pitch: 18).findings() == ["card: 4111⏎1111⏎1111⏎1111"])
    }

    @Test("has the meaning of its header where the other headers are no captions, in all rows")
    func headerAmongOthers() throws {
        let phones = (0..<16).map { "03\(29941870 + $0 * 1_337)" }
        let rows = phones.map { ["Row", $0, "Paid", "\($0.suffix(3))"] }
        let found = try screen([["Plan", "Phone", "State", "No."]] + rows).findings()
        #expect(found == phones.map { "phone: \($0)" })
        #expect(
            try screen([["Phone", "0329941870", "Edit"], ["Order", "4711329941870", "Show"]]).findings().count == 1
        )
    }

    @Test("has cells of two lines, beside which others have two, too")
    func cellsOfLines() throws {
        var screen = screen([["Plan", "Phone", "State"]])
        for row in 0..<6 {
            let top = 60 + 54 * row
            screen.place("Row", x: 20, y: top)
            screen.place("+3282", x: 220, y: top)
            screen.place("\(8_234_522 + row)", x: 220, y: top + 22)
            screen.place("Paid", x: 420, y: top)
            if row % 2 == 0 { screen.place("up", x: 20, y: top + 22) }
        }
        #expect(try screen.findings() == (0..<6).map { "phone: +3282⏎\(8_234_522 + $0)" })
    }
}

@Suite("A value on a screen with lines from the right")
struct RightCaptionTests {
    @Test("is named by a caption in other letters at its right")
    func latinCaptions() throws {
        var screen = Screen()
        for (row, text) in ["סמן כנקרא", "דואר נכנס"].enumerated() { screen.place(text, x: 900, y: 20 + 30 * row) }
        let rows = [("Password", "qT7#vv0pLs"), ("Date of birth", "08/05/1995"), ("BIC", "QPXBGBO8R4U")]
        for (row, (caption, value)) in rows.enumerated() {
            screen.place(caption, x: 800 - 8 * caption.count, y: 120 + 50 * row)
            screen.place(value, x: 28, y: 120 + 50 * row)
        }
        #expect(
            try screen.findings() == [
                "password: qT7#vv0pLs", "dateOfBirth: 08/05/1995", "bic: QPXBGBO8R4U",
            ]
        )
    }
}
