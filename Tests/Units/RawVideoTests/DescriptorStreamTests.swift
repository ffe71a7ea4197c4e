import Glibc
import RawVideo
import Testing

@Suite("Bytes go through pipes", .serialized)
struct DescriptorStreamTests {
    private func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test("more bytes than a pipe holds come out as they went in")
    func longWrite() async throws {
        let (reading, writing) = try pipe()
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        async let written: Void = {
            var stream = DescriptorStream(writing)
            defer { close(writing) }
            try bytes.span.withUnsafeBytes { try stream.write($0) }
        }()
        var stream = DescriptorStream(reading)
        defer { close(reading) }
        var read: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 5000)
        while case let count = try buffer.withUnsafeMutableBytes({ try stream.read(into: $0) }), count > 0 {
            read += buffer.prefix(count)
        }
        try await written
        #expect(read == bytes)
    }

    @Test("to write to a pipe that nobody reads is an error")
    func brokenPipe() throws {
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        let (reading, writing) = try pipe()
        close(reading)
        defer { close(writing) }
        var stream = DescriptorStream(writing)
        let error = #expect(throws: StreamError.self) { try [1].span.withUnsafeBytes { try stream.write($0) } }
        #expect(error == .closed)
    }

    @Test("a descriptor that is not open is an error of the system")
    func notOpen() {
        var stream = DescriptorStream(-1)
        var buffer: [UInt8] = [0]
        let error = #expect(throws: StreamError.self) {
            _ = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
        }
        #expect(error == .system(EBADF))
    }
}
