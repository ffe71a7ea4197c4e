import Testing

@testable import Detection

@Suite("A reading in a script")
struct ScriptReadingTests {
    /// The reading of a line, all of whose characters are as sure.
    private func reading(_ line: String, _ script: Script, score: Double = 0.99) throws -> ScriptReading {
        var builder = try RecognizedText.Builder(capacity: 64)
        for (index, character) in line.unicodeScalars.enumerated() {
            try builder.append(String(character), middle: Double(index) / 100, score: score)
        }
        return ScriptReading(builder.finish(), in: script)
    }

    @Test("counts where a caption is in the script, whatever the value beside it is in")
    func captions() throws {
        let lines: [(String, Script)] = [
            ("Пароль: hunter2xyz", .cyrillic), ("パスワード: Sakura#2291", .japanese), ("비밀번호: bada7Kim!", .hangul),
            ("המסיס: shalom99X", .hebrew), ("รหัสผ่าน: thai#5512x", .thai), ("पासवर्ड: namaste88q", .devanagari),
        ]
        for (line, script) in lines {
            #expect(try reading(line, script).isLikely(isKnown: false, besides: 0.5))
            #expect(try !reading(line, script, score: 0.7).isLikely(isKnown: false, besides: 0.5))
        }
    }

    @Test("counts for nothing where Latin words were taken for Cyrillic ones of several languages, or Han for Japanese")
    func others() throws {
        for line in ["Сопїгаѕећа: 50181ипа42", "Ѕаіаѕапа: jarvi229", "Ѕепһа: rio7781x"] {
            #expect(try !reading(line, .cyrillic).isLikely(isKnown: false, besides: 0.5))
        }
        #expect(try !reading("瑞正在逢入 abcdefgh", .japanese).isLikely(isKnown: false, besides: 0.5))
        #expect(try !reading("ата: amal_7788xyz", .cyrillic).isLikely(isKnown: false, besides: 0.5))
    }

    @Test("is tried on unsure lines first, and on those behind them that may be pictures")
    func order() throws {
        let lines: [(text: String, score: Double, width: Double)] = [
            ("0", 0.4, 24), ("BaIepwa", 0.9, 120), ("Hello", 0.99, 90), ("", 0, 20), ("Buepa", 0.8, 90),
        ]
        let ordered = try ScriptReaders.unsureFirst(
            lines.map { line in
                var builder = try RecognizedText.Builder(capacity: 64)
                for (index, character) in line.text.unicodeScalars.enumerated() {
                    try builder.append(String(character), middle: Double(index) / 100, score: line.score)
                }
                let place = Quadrilateral(x: 0...line.width, y: 0...20)
                return TextLine(quadrilateral: place, score: 1, text: builder.finish())
            }
        )
        #expect(ordered == [4, 1, 3, 0, 2])
    }

    @Test("is surer the more words of it can be in no other script")
    func evidence() throws {
        #expect(try reading("رورملا ةملك: abc", .arabic).words.count == 10)
        #expect(try reading("ата: 7788", .cyrillic).words.count == 3)
        #expect(try reading("abc 123", .thai).words.count == 0)
    }
}
