import Foundation
import Hierarchy
import ProcessFiles
import SecureMemory
import Testing

@Suite("Converters of texts are opened ahead")
struct ConverterTests {
    @Test("no text in an encoding that is taken has a file opened later")
    func files() throws {
        let missing = Hierarchy.openTextConverters()
        let before = try Self.converterFiles()
        // Without files of converters a machine has none that could be opened.
        #expect(before.isEmpty == missing.contains("BIG5"))
        let names = [
            "us-ascii", "latin1", "iso-8859-15", "shift_jis", "euc-jp", "gb18030", "gbk", "big5", "euc-kr", "koi8-r",
            "koi8-u", "tis-620", "windows-874",
        ]
        let parts = (1...16).map { "iso-8859-\($0)" } + (1250...1258).map { "windows-\($0)" }
        for name in names + parts {
            let start = "<?xml version=\"1.0\" encoding=\"\(name)\"?><hierarchy><node text=\""
            let bytes = Array(start.utf8) + [0xC4, 0xC1] + Array("\"/></hierarchy>".utf8)
            // Not every encoding has both characters.
            _ = try? Hierarchy(parsing: SecureBytes(copying: bytes))
            #expect(try Self.converterFiles() == before, "\(name)")
        }
        for mark in [[0xFF, 0xFE, 0x3C, 0], [0xFE, 0xFF, 0, 0x3C]] as [[UInt8]] {
            _ = try? Hierarchy(parsing: SecureBytes(copying: mark))
        }
        #expect(try Self.converterFiles() == before)
    }

    /// The files of converters that this process has mapped.
    private static func converterFiles() throws -> Set<Substring> {
        let maps = try ProcessFile.text(at: "/proc/self/maps")
        return Set(
            maps.split(separator: "\n").filter { $0.hasSuffix(".so") }.compactMap { $0.split(separator: " ").last }
        )
        .filter { $0.contains("/gconv/") }
    }
}
