import Foundation
import Glibc
import SecureMemory
import Testing

@testable import SnapveilGuard

@Suite("Lines between an agent and a server")
struct LineTests {
    /// What `body` writes to a pipe.
    private func written(_ body: (LineWriter) -> Void) -> String {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let writer = LineWriter(ends[1])
        body(writer)
        writer.flush()
        close(ends[1])
        defer { close(ends[0]) }
        return String(decoding: FileHandle(fileDescriptor: ends[0]).readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("a line of the guard's own waits for the end of the one that is under way")
    func inserted() throws {
        let own = try SecureBytes(copying: "own".utf8)
        let text = written { writer in
            func pass(_ text: String) { Array(text.utf8).withUnsafeBytes { writer.pass($0) } }
            writer.insert(own)
            writer.flush()
            pass("{\"a\":")
            writer.insert(own)
            writer.flush()
            pass("1}")
            pass("\n{}\n{\"b\"")
            pass(":2}\n")
            writer.insert(own)
        }
        #expect(
            text == "own\n{\"a\":1}\n{}\nown\n{\"b\":2}\nown\n" || text == "own\n{\"a\":1}\nown\n{}\n{\"b\":2}\nown\n"
        )
    }

    /// The lines that are read of a text.
    private func lines(of text: String, limit: Int = 100) throws -> [String] {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let bytes = Array(text.utf8)
        #expect(write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        defer { close(ends[0]) }
        var reader = try MessageReader(ends[0], limit: limit)
        var lines: [String] = []
        while let line = try reader.next(in: .process) {
            lines.append(line.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        }
        return lines
    }

    @Test("lines are read one by one, the last one with or without an end")
    func read() throws {
        #expect(try lines(of: "a\nbc\r\nd") == ["a", "bc\r", "d"])
        #expect(try lines(of: "a\n") == ["a"])
        #expect(try lines(of: "") == [])
    }

    @Test("a line beyond the limit is an error")
    func limits() throws {
        #expect(try lines(of: String(repeating: "x", count: 100) + "\n").count == 1)
        #expect(throws: MessageReader.Failure.tooLong) { try lines(of: String(repeating: "x", count: 101)) }
    }
}
