import Foundation
import ProcessFiles
import Testing

@testable import Messages

@Suite("Where fonts are looked for")
struct FontLibraryTests {
    @Test("a program that brings fonts uses them alone, and any other those of the machine")
    func directories() throws {
        let tree = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID())")
        defer { try? FileManager.default.removeItem(at: tree) }
        let program = tree.appending(path: "bin/snapveil").path
        #expect(FontLibrary.directories(program: program) == ["/usr/share/fonts", "/usr/local/share/fonts"])

        let fonts = tree.appending(path: "share/snapveil/fonts")
        try FileManager.default.createDirectory(at: fonts, withIntermediateDirectories: true)
        #expect(FontLibrary.directories(program: program) == [fonts.path])
        // What the kernel says of a program that was replaced while it runs.
        #expect(FontLibrary.directories(program: "\(program) (deleted)") == [fonts.path])
    }
}

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
