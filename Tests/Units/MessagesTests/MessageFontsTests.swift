import Foundation
import Messages
import ProcessFiles
import Testing

@Suite("The fonts of messages are known before any is opened")
struct MessageFontsTests {
    @Test("messages in any script open no other font files than those that were told")
    func files() throws {
        let files = MessageFonts.load()
        #expect(files == files.sorted() && Set(files).count == files.count)
        #expect(files.contains { $0.hasSuffix("Inter-Regular.otf") })
        let texts = ["Aé", "Ж", "Ω", "内容", "개인", "تم", "תו", "ข้อ", "निजी", "🔒", "∑☃"]
        var opened: Set<String> = []
        for text in texts {
            // Of a size that no other test draws: what cairo has drawn before it does not open again.
            _ = try Picture(Message(title: text, text: text), 331, 173)
            opened.formUnion(try Self.openFonts())
        }
        #expect(opened.count >= 4)
        #expect(opened.subtracting(files) == [])
        #expect(MessageFonts.load() == files)
    }

    /// The font files that this process has mapped.
    private static func openFonts() throws -> Set<String> {
        let maps = try ProcessFile.text(at: "/proc/self/maps")
        let paths = maps.split(separator: "\n").compactMap { line in
            line.firstIndex(of: "/").map { String(line[$0...]) }
        }
        return Set(paths).filter { path in [".otf", ".ttf", ".ttc"].contains { path.hasSuffix($0) } }
    }
}
