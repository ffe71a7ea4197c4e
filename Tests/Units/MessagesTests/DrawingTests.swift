import Dispatch
import ImageCore
import Synchronization
import Testing

@testable import Messages

@Suite("A message is drawn in any script, and the same every time")
struct DrawingTests {
    @Test(
        "every character has a glyph of a font, drawn in ink of its own",
        arguments: [
            "تم إخفاء المحتوى", "תוכן מוסתר", "内容を非表示", "为保护您的隐私", "개인정보 보호", "Конфиденциально",
            "Απόρρητο", "ข้อมูลส่วนตัว", "निजी सामग्री", "🔒🙈👩‍👩‍👧🇩🇪", "“—”…",
        ]
    )
    func scripts(text: String) throws {
        let words = try #require(Typesetter()).words(of: Message(text: text))
        #expect(words.text.missingCharacter == nil)
        let picture = try Picture(Message(text: text), 300, 200)
        let other = try Picture(Message(text: String(text.dropLast())), 300, 200)
        #expect(picture.samples != other.samples)
    }

    @Test("a character that no font has is refused by its code point, and is not drawn as a box")
    func missingGlyph() throws {
        // Kawi and Nag Mundari came with Unicode 15: newer than the fonts.
        let error = #expect(throws: MessageError.self) {
            try Picture(Message(text: "שלום a\u{1E4D0}\u{11F02}"), 300, 200)
        }
        #expect(error == .missingGlyph(.text, "\u{1E4D0}"))
        #expect(error?.description.contains("U+1E4D0") == true)
        let title = #expect(throws: MessageError.self) { try Picture(Message(title: "\u{11F02}"), 300, 200) }
        #expect(title == .missingGlyph(.title, "\u{11F02}"))
    }

    @Test("words of which nothing would be seen are refused", arguments: ["\u{3164}", "\u{2800}\u{200B}", "\u{2060}"])
    func blank(text: String) {
        #expect(throws: MessageError.blank(.text)) { try Picture(Message(text: text), 300, 200) }
    }

    @Test("emoji have colours of their own, and words are grey")
    func colors() throws {
        func isColored(_ picture: Picture) -> Bool {
            stride(from: 0, to: picture.samples.count, by: 3).contains { index in
                let pixel = picture.samples[index..<index + 3]
                return Int(pixel.max() ?? 0) - Int(pixel.min() ?? 0) > 60
            }
        }
        #expect(try isColored(Picture(Message(text: "🔒"), 200, 200)))
        #expect(try !isColored(Picture(Message(text: "Locked", symbol: .lock), 200, 200)))
    }

    @Test("right-to-left text starts at the right, as its own first letters show")
    func direction() throws {
        // The first word is as wide as the line and of strokes that no other letter has.
        let picture = try Picture(Message(text: "ווווווווו .", textSize: nil), 400, 100)
        let ink = try #require(picture.ink)
        let dot = (ink.x..<ink.x + 12).contains { x in
            // A full stop has no ink in the upper half.
            (ink.y..<ink.y + ink.height / 2).allSatisfy { picture.pixel(x, $0) == picture.pixel(0, 0) }
                && (ink.y..<ink.maxY).contains { y in picture.pixel(x, y) != picture.pixel(0, 0) }
        }
        #expect(dot)
    }

    @Test(
        "the colours are those of the appearance, of a card, and the message's own",
        arguments: [
            (Appearance.light, ColorScheme.dark, false, [0xF2, 0xF2, 0xF7]), (.dark, .light, false, [0, 0, 0]),
            (.dark, .light, true, [0x1C, 0x1C, 0x1E]), (.automatic, .light, true, [0xF2, 0xF2, 0xF7]),
            (.automatic, .dark, true, [0x1C, 0x1C, 0x1E]),
        ] as [(Appearance, ColorScheme, Bool, [UInt8])]
    )
    func palette(appearance: Appearance, surroundings: ColorScheme, isCard: Bool, background: [UInt8]) throws {
        let message = try Message(appearance: appearance)
        let picture = try Picture(message, 200, 200, isCard: isCard, surroundings: surroundings)
        #expect(picture.pixel(0, 0) == background)
        let own = try Message(
            title: "T",
            textColor: Color(red: 255, green: 0, blue: 0),
            background: Color(red: 0, green: 0, blue: 64),
            appearance: appearance
        )
        let red = try Picture(own, 200, 200, isCard: isCard, surroundings: surroundings)
        #expect(red.pixel(0, 0) == [0, 0, 64])
        let pixels = stride(from: 0, to: red.samples.count, by: 3)
        #expect(pixels.contains { Array(red.samples[$0..<$0 + 3]) == [255, 0, 0] })
        #expect(pixels.allSatisfy { red.samples[$0 + 1] == 0 })
    }

    @Test("words in a colour of their own show, whatever surrounds an automatic message")
    func visible() throws {
        let black = try Picture(Message(textColor: .black), 200, 200, surroundings: .dark)
        #expect(black.pixel(0, 0) == [0xF2, 0xF2, 0xF7])
        let white = try Picture(Message(textColor: .white), 200, 200, surroundings: .light)
        #expect(white.pixel(0, 0) == [0, 0, 0])
        // Every background has words that can be seen.
        for grey in stride(from: UInt8(0), through: 255, by: 5) {
            let background = Color(red: grey, green: grey, blue: grey)
            let palette = Palette(try Message(background: background), surroundings: .light, isCard: false)
            #expect(palette.text.contrast(to: background) > 2)
        }
    }

    @Test("the same message gives the same pixels, by any renderer and on any thread, however many there are")
    func deterministic() throws {
        let texts = ["Content hidden", "محتوى", "内容を非表示", "🙈 gone"]
        let messages = try texts.map { try Message(title: "A", text: $0, symbol: .eye) }
        let expected = try messages.map { try Picture($0, 160, 200) }
        let renderer = MessageRenderer()
        let results = Mutex<[Int: Picture]>([:])
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            let picture = try? Picture(messages[index % 4], 160, 200, by: renderer)
            results.withLock { $0[index] = picture }
        }
        for (index, picture) in results.withLock(\.self) { #expect(picture == expected[index % 4]) }
        #expect(results.withLock(\.count) == 16)
    }

    @Test("glyphs that are let go of are drawn anew as they were")
    func evicted() throws {
        let typesetter = try #require(Typesetter())
        let size = try #require(PixelSize(width: 200, height: 200))
        func draw() throws -> [UInt8] {
            let layout = try #require(MessageLayout(typesetter.words(of: .standard), textSize: nil, in: size))
            let palette = Palette(.standard, surroundings: .light, isCard: false)
            return try layout.draw(in: palette).samples(in: PixelRect(layout.frame.size))
        }
        let first = try draw()
        typesetter.evictGlyphs()
        #expect(try draw() == first)
    }
}
