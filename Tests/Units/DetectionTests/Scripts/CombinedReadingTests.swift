import SecureMemory
import Testing

@testable import Detection

@Suite("A line that was read twice")
struct CombinedReadingTests {
    /// A text whose characters stand side by side, all as sure.
    private func text(_ line: String, score: Double = 0.99) throws -> RecognizedText {
        var builder = try RecognizedText.Builder(capacity: 64)
        let characters = line.unicodeScalars.map(String.init)
        for (index, character) in characters.enumerated() {
            try builder.append(character, middle: (Double(index) + 0.5) / Double(characters.count), score: score)
        }
        return builder.finish()
    }

    private func combined(
        _ recognized: String,
        _ recognizedScore: Double,
        _ read: String,
        _ score: Double,
        _ script: Script
    ) throws -> String? {
        let reading = ScriptReading(try text(read, score: score), in: script)
        return try CombinedReading(text(recognized, score: recognizedScore), reading).text()?.string
    }

    @Test("of words in another script, what its reader says counts; of all others, what the recogniser says")
    func words() throws {
        #expect(try combined("HoMep 4111-lO", 0.9, "Номер 4ІІІ-10", 0.99, .cyrillic) == "Номер 4111-lO")
        #expect(try combined("呈 a@b.example", 0.99, "버전 аOb.exampIe", 0.995, .hangul) == "버전 a@b.example")
        // Surer of what looks like its own letters than the recogniser is of Latin ones.
        #expect(try combined("AApec", 0.98, "Адрес", 0.99, .cyrillic) == "Адрес")
        #expect(try combined("IBAN", 0.999, "ІВАМ", 0.93, .cyrillic) == nil)
        // Latin letters that are unsure are hardly ever there.
        #expect(try combined("WHH", 0.93, "ИНН", 0.6, .cyrillic) == "ИНН")
        // An abbreviation that both letters make.
        #expect(try combined("API", 0.93, "АРІ", 0.999, .cyrillic) == nil)
        // Letters that no language has together.
        #expect(try combined("Hasto kot", 0.95, "Наѕіо ког", 0.93, .cyrillic) == "Hasto ког")
        // Numbers with letters are no words.
        #expect(try combined("B077RE", 0.95, "В077КЕ", 0.999, .cyrillic) == nil)
    }

    @Test("what the recogniser is sure of is not lost where the reader takes it for a part of a word")
    func sure() throws {
        var recognized = try RecognizedText.Builder(capacity: 32)
        for (index, character) in "jo@site.org7Dn".unicodeScalars.enumerated() {
            let score = index < 11 ? 0.999 : 0.4
            try recognized.append(String(character), middle: (Double(index) + 0.5) / 14, score: score)
        }
        let reading = ScriptReading(try text("joOsite.orgלוכ", score: 0.98), in: .hebrew)
        #expect(try CombinedReading(recognized.finish(), reading).text() == nil)
    }

    @Test("digits that are unsure hardly ever stand where the reader of a right-to-left script sees letters")
    func digits() throws {
        #expect(try combined("7173", 0.9, "ךורב", 0.84, .hebrew) == "ברוך")
        #expect(try combined("7173", 0.97, "ךורב", 0.84, .hebrew) == nil)
        #expect(try combined("7173", 0.9, "ךו3ב", 0.84, .hebrew) == nil)
    }

    @Test("each reader knows Han characters, and the surer one counts")
    func han() throws {
        #expect(try combined("出凳", 0.88, "出発", 0.96, .japanese) == "出発")
        #expect(try combined("郵便番号", 0.9, "郵便香号", 0.71, .japanese) == nil)
        // One by one, where the reader's other characters count.
        #expect(try combined("高杉三女", 0.95, "高棚ミサ", 0.9, .japanese) == "高杉ミサ")
        #expect(try combined("高杉三女", 0.85, "高棚ミサ", 0.9, .japanese) == "高棚ミサ")
        // A reader that leaves some out is no surer.
        #expect(try combined("川内麗華", 0.83, "川", 0.97, .japanese) == nil)
    }

    @Test("a dash ends a word")
    func dashes() throws {
        #expect(try combined("MAC-aApec", 0.98, "МАС-адрес", 0.97, .cyrillic) == nil)
        let reading = ScriptReading(try text("МАС-адрес", score: 0.97), in: .cyrillic)
        var recognized = try RecognizedText.Builder(capacity: 16)
        for (index, character) in "MAC-aApec".unicodeScalars.enumerated() {
            try recognized.append(String(character), middle: (Double(index) + 0.5) / 9, score: index < 4 ? 0.999 : 0.9)
        }
        #expect(try CombinedReading(recognized.finish(), reading).text()?.string == "MAC-адрес")
    }

    @Test("what begins on the right is read from there, and numbers in it from the left")
    func rightToLeft() throws {
        // As they are seen, from the left to the right.
        #expect(try combined("4711 :xxxxx", 0.5, "4711 :ךרמזק", 0.99, .hebrew) == "קזמרך: 4711")
        #expect(try combined("+966 52 571 :xxx", 0.5, "+966 52 571 :فتا", 0.99, .arabic) == "اتف: 966 52 571+")
        #expect(try combined("xx 12 yy 3 zz", 0.5, "אב 12 גד 3 הו", 0.99, .hebrew) == "וה 3 דג 12 בא")
        let reading = ScriptReading(try text("12 בא"), in: .hebrew)
        let line = try #require(try CombinedReading(text("12 xx", score: 0.5), reading).text())
        let extents = line.characters.map(\.extent.lowerBound)
        #expect(extents[0] > extents[1] && extents[3] < extents[4] && extents[4] < extents[1])
    }

    @Test("characters at the border of words go to the word in which the like of them is")
    func borders() throws {
        var recognized = try RecognizedText.Builder(capacity: 16)
        // The first digit stands nearer to the end of the word before than to the begin of its own.
        for (character, middle) in [("屺", 0.25), ("0", 0.5), ("7", 0.7), ("0", 0.9)] {
            try recognized.append(character, middle: middle, score: 0.99)
        }
        var read = try RecognizedText.Builder(capacity: 16)
        for (character, middle) in [("は", 0.4), (" ", 0.5), ("0", 0.62), ("7", 0.75), ("0", 0.9)] {
            try read.append(character, middle: middle, score: 0.99)
        }
        let reading = ScriptReading(read.finish(), in: .japanese)
        #expect(try CombinedReading(recognized.finish(), reading).text()?.string == "は 070")
    }

    @Test("a reading is likely where enough of it is in the script, or other lines are")
    func likely() throws {
        #expect(ScriptReading(try text("שלום", score: 0.9), in: .hebrew).isLikely(isKnown: false, besides: 0.5))
        #expect(!ScriptReading(try text("שלום", score: 0.7), in: .hebrew).isLikely(isKnown: true, besides: 0.5))
        #expect(!ScriptReading(try text("abcdש", score: 0.99), in: .hebrew).isLikely(isKnown: false, besides: 0.5))
        #expect(ScriptReading(try text("abcdש", score: 0.99), in: .hebrew).isLikely(isKnown: true, besides: 0.5))
        // The recogniser is rarely as sure of Han characters that are Hangul.
        let hangul = ScriptReading(try text("홍민수", score: 0.8), in: .hangul)
        #expect(hangul.isLikely(isKnown: true, besides: 0.5) && !hangul.isLikely(isKnown: true, besides: 0.9))
        // Letters that look like Latin ones take whole words.
        #expect(!ScriptReading(try text("ху 12", score: 0.99), in: .cyrillic).isLikely(isKnown: false, besides: 0.5))
        #expect(ScriptReading(try text("ху 12", score: 0.6), in: .cyrillic).isLikely(isKnown: true, besides: 0.5))
    }
}
