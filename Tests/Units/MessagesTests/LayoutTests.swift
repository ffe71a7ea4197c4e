import ImageCore
import SeededRandom
import Testing

@testable import Messages

@Suite("A message is laid out so that it can be read whole")
struct LayoutTests {
    private static let texts = [
        Message.defaultText, "A", "a\n\n\nb", String(repeating: "All work and no play. ", count: 40),
        String(repeating: "Donaudampfschiff", count: 9), "تم إخفاء المحتوى لحماية خصوصيتك", "内容を非表示にしています",
        "Z\(String(repeating: "\u{301}\u{323}", count: 30))", "🙈🙈🙈", "ไทย हिन्दी Ελληνικά",
    ]

    @Test("whatever the text and the target, all that is painted lies in the target, clear of its edges, or nothing is")
    func inside() throws {
        let typesetter = try #require(Typesetter())
        var generator = SeededGenerator(seed: 1)
        var drawn = 0
        for text in Self.texts {
            for symbol in [nil, Symbol.lock] {
                let message = try Message(title: symbol == nil ? nil : "Title", text: text, symbol: symbol)
                for _ in 0..<12 {
                    let (width, height) = (generator.length(), generator.length())
                    let size = try #require(PixelSize(width: width, height: height))
                    let words = try typesetter.words(of: message)
                    let textSize = generator.next() % 2 == 0 ? nil : Double(11 + generator.next() % 400)
                    guard let layout = MessageLayout(words, textSize: textSize, in: size) else { continue }
                    drawn += 1
                    let (frame, bounds) = (layout.frame, layout.arrangement.bounds)
                    // A rounded origin and the pixel for antialiasing.
                    let (marginX, marginY) = (Double(width) * 0.08 - 2, Double(height) * 0.08 * 2 / 3 - 2)
                    #expect(Double(frame.x) >= marginX && Double(width - frame.maxX) >= marginX, "\(text) in \(size)")
                    #expect(Double(frame.y) >= marginY && Double(height - frame.maxY) >= marginY, "\(text) in \(size)")
                    #expect(bounds.width * layout.scale <= Double(frame.width))
                    #expect(layout.scale * Typesetter.emSize >= MessageLayout.minimumTextSize)
                }
            }
        }
        #expect(drawn > 120)
    }

    @Test("the ink of what is drawn lies where the layout says")
    func ink() throws {
        for text in Self.texts where text.count < 200 {
            let picture = try Picture(Message(title: "Title", text: text, symbol: .eye), 160, 240)
            let (ink, frame) = (try #require(picture.ink), try #require(picture.frame))
            #expect(frame.contains(ink), "\(text)")
        }
    }

    @Test("a text that is too large for its target shrinks, and no further than it has to")
    func shrinks() throws {
        let typesetter = try #require(Typesetter())
        let size = try #require(PixelSize(width: 400, height: 300))
        func scale(_ textSize: Double) throws -> Double {
            let words = try typesetter.words(of: .standard)
            return try #require(MessageLayout(words, textSize: textSize, in: size)).scale * Typesetter.emSize
        }
        #expect(try scale(20) == 20)
        let largest = try scale(400)
        #expect(largest < 400)
        #expect(try abs(scale(largest * 0.99) - largest * 0.99) < 1e-9)
        // The step after the next larger one does not fit.
        #expect(try scale(largest * 16 / 15) < largest * 16 / 15)
    }

    @Test(
        "where no size that can be read fits, the message is omitted",
        arguments: [(3, 3), (1, 1), (20, 2000), (2000, 9), (60, 60)]
    )
    func omitted(width: Int, height: Int) throws {
        let message = try Message(title: "A longer title", text: String(repeating: "Words and words. ", count: 20))
        let picture = try Picture(message, width, height)
        #expect(picture.frame == nil)
        #expect(Set(stride(from: 0, to: picture.samples.count, by: 3).map { picture.samples[$0..<$0 + 3] }).count == 1)
        #expect(picture.pixel(0, 0) == [0xF2, 0xF2, 0xF7])
    }

    @Test("a short message stands in the middle of the upper two thirds")
    func place() throws {
        for (width, height) in [(1290, 2796), (2048, 2732), (2732, 2048), (1280, 720)] {
            let words = try #require(Typesetter()).words(of: .standard)
            let size = try #require(PixelSize(width: width, height: height))
            let frame = try #require(MessageLayout(words, textSize: nil, in: size)).frame
            let (x, y) = (Double(frame.x + frame.maxX) / 2, Double(frame.y + frame.maxY) / 2)
            #expect(abs(x - Double(width) / 2) < 4)
            #expect(abs(y - Double(height) / 3) < Double(height) * 0.05)
        }
    }

    @Test("the text size follows the target, from a card to a tablet, and can be read at a third")
    func textSize() throws {
        let typesetter = try #require(Typesetter())
        func textSize(_ width: Int, _ height: Int) throws -> Double {
            let size = try #require(PixelSize(width: width, height: height))
            let layout = try #require(MessageLayout(typesetter.words(of: .standard), textSize: nil, in: size))
            return layout.scale * Typesetter.emSize
        }
        let sizes = [
            try textSize(600, 200), try textSize(1280, 720), try textSize(1290, 2796), try textSize(2048, 2732),
        ]
        #expect(sizes == sizes.sorted())
        #expect((80...90).contains(sizes[2]))
        #expect(sizes.dropFirst().allSatisfy { $0 / 3 >= 18 })
    }

    @Test("a word is broken rather than made tiny, and lines are made even")
    func lines() throws {
        let typesetter = try #require(Typesetter())
        let size = try #require(PixelSize(width: 600, height: 800))
        let long = try typesetter.words(of: Message(text: String(repeating: "Dampfschiff", count: 20)))
        let layout = try #require(MessageLayout(long, textSize: 60, in: size))
        #expect(layout.scale * Typesetter.emSize >= 30)
        let words = try typesetter.words(of: Message(text: "one two three four five six"))
        words.wrap(width: Typesetter.emSize * 11, .betweenWords)
        let before = words.text.wrapWidth
        words.balance(.betweenWords)
        #expect(words.text.wrapWidth < before * 0.9)
    }
}
