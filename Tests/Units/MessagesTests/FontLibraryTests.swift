import Foundation
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
