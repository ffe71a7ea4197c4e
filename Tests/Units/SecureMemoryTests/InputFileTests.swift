import Foundation
import SecureMemory
import Testing

@Suite("A file is read with a bound, and what is none keeps nobody waiting", .timeLimit(.minutes(1)))
struct InputFileTests {
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "snapveil-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { directory.appending(path: name).path }

    @Test("a file of no more than the bound is read, and a larger one is refused")
    func bound() throws {
        try Data("0123456789".utf8).write(to: directory.appending(path: "file"))
        for kind in [InputFile.Kind.regular, .any] {
            #expect(try InputFile(path("file")).read(kind, maximumBytes: 10) == SecureBytes(copying: "0123456789".utf8))
            let error = #expect(throws: FileError.self) { try InputFile(path("file")).read(kind, maximumBytes: 9) }
            #expect(error?.path == path("file"))
            #expect(error?.reason == "the file is larger than 9 bytes")
        }
    }

    @Test("a file that does not tell its size is read whole")
    func unknownSize() throws {
        let maps = try InputFile("/proc/self/maps").read(.regular)
        #expect(maps.count > 100)
        #expect(throws: FileError.self) { try InputFile("/proc/self/maps").read(.regular, maximumBytes: 100) }
    }

    @Test("what is no regular file is refused at once")
    func otherKinds() throws {
        #expect(mkfifo(path("fifo"), 0o600) == 0)
        symlink(path("fifo"), path("link"))
        for path in [path("fifo"), path("link"), directory.path, "/dev/zero", "/dev/tty"] {
            let error = #expect(throws: FileError.self) { try InputFile(path).read(.regular) }
            #expect(error?.path == path)
            // Without a terminal, /dev/tty cannot be opened at all.
            #expect(error?.reason == "it is not a regular file" || path == "/dev/tty")
        }
        let input = #expect(throws: FileError.self) { try InputFile(InputFile.standardInput).read(.regular) }
        #expect(input?.reason == "No such file or directory")
    }

    @Test("a device without an end is read up to the bound where any kind of file may be given")
    func endless() {
        let error = #expect(throws: FileError.self) { try InputFile("/dev/zero").read(maximumBytes: 3 << 20) }
        #expect(error?.reason == "the file is larger than 3 MiB")
    }

    @Test("a pipe that a person names is read to its end")
    func pipe() throws {
        #expect(mkfifo(path("fifo"), 0o600) == 0)
        let fifo = path("fifo")
        let writer = Thread { try? Data("from a pipe".utf8).write(to: URL(filePath: fifo)) }
        writer.start()
        #expect(try InputFile(fifo).read() == SecureBytes(copying: "from a pipe".utf8))
    }
}
