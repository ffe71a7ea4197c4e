import Glibc
import SecureMemory
import Testing

@testable import Transcoding

@Suite("A file in memory grows as others write to it")
struct MemoryFileTests {
    @Test("bytes that are written by its descriptor, or by opening it again, are read in any part")
    func parts() throws {
        let file = try MemoryFile()
        #expect(file.byteCount == 0)
        let again = open("/proc/self/fd/\(file.descriptor)", O_WRONLY | O_TRUNC | O_CLOEXEC)
        try #require(again >= 0)
        defer { close(again) }
        let written = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(write(again, written, written.count) == written.count)
        #expect(file.byteCount == written.count)
        for range in [0..<1, 0..<100_000, 70_000..<99_999, 5..<5] {
            #expect(try file.bytes(in: range).withUnsafeBytes { Array($0) } == Array(written[range]))
        }
    }

    @Test("bytes beyond its end are zeros")
    func end() throws {
        let file = try MemoryFile()
        #expect(write(file.descriptor, "ab", 2) == 2)
        #expect(try file.bytes(in: 1..<5).withUnsafeBytes { Array($0) } == [UInt8(ascii: "b"), 0, 0, 0])
    }
}
