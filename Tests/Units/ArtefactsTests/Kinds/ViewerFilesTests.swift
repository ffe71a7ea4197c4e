import BoundedWork
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Fonts and icons of viewers")
struct ViewerFilesTests {
    @Test("a file is known by all of its bytes")
    func known() throws {
        // b2sum of "abc", which RFC 7693 has in its appendix A.
        let files = ViewerFiles("3 ba80a53f981c4d0d6a2797b69f12f6e9 abc\n4 00000000000000000000000000000000 other")
        for (file, isKnown) in [("abc", true), ("abd", false), ("abcd", false), ("", false)] {
            #expect(Array(file.utf8).withUnsafeBytes(files.contains) == isKnown, "\(file)")
        }
    }

    @Test("the table can be read, and a font that is not in it is none")
    func table() throws {
        let font = Array("wOF2".utf8) + [UInt8](repeating: 0, count: 77_160 - 4)
        #expect(!font.withUnsafeBytes(ViewerFiles.known.contains))
        var budget = WorkBudget(limit: .max)
        #expect(try font.withUnsafeBytes { try ContentKind(of: $0, budget: &budget) } == .unknown("a font"))
    }
}
