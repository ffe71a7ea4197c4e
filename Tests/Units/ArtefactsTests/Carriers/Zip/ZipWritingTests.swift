import Foundation
import Samples
import SecureMemory
import SeededRandom
import Testing

@testable import Artefacts

@Suite("Archives are written")
struct ZipWritingTests {
    @Test("what was packed is unpacked: files, empty ones, directories, and names of any script, in their order")
    func roundTrip() throws {
        let noise = SeededGenerator(seed: 1)
        var generator = noise
        let entries = [
            ("empty/", SecureBytes()), ("a.txt", try SecureBytes("text")), ("nothing", SecureBytes()),
            ("Ordner/übersicht-日本語-🙂.txt", try SecureBytes(String(repeating: "long ", count: 50_000))),
            ("noise", try SecureBytes(copying: generator.bytes(300_000))),
            ("picture.png", try Sample.iosLogin.picture("png")),
        ]
        let archive = try ZipArchive(opening: packed(entries))
        #expect(archive.entries.map(\.name) == entries.map(\.0))
        #expect(archive.entries.map(\.byteCount) == entries.map(\.1.count))
        #expect(archive.entries.map(\.isDirectory) == [true, false, false, false, false, false])
        #expect(archive.entries.map(\.isDeflated) == [false, false, false, true, false, false])
        #expect(try archive.unpacked().map(\.contents) == entries.map(\.1))
    }

    @Test("an archive without entries is one end")
    func empty() throws {
        let file = try packed([])
        #expect(file.array == [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18))
        #expect(try ZipArchive(opening: file).entries == [])
    }

    @Test("ten thousand entries are packed and unpacked")
    func manyEntries() throws {
        let entries = try (0..<10_000).map { ("folder \($0 % 100)/file \($0)", try SecureBytes("contents of \($0)")) }
        let unpacked = try ZipArchive(opening: packed(entries)).unpacked()
        #expect(unpacked.map(\.name) == entries.map(\.0))
        #expect(unpacked.map(\.contents) == entries.map(\.1))
    }

    @Test("the bytes are the same each time, in every zone, and hold nothing but names, contents and one date")
    func deterministic() throws {
        let text = String(repeating: "the same text ", count: 9)
        let entries = [("folder/", SecureBytes()), ("folder/a", try SecureBytes("text")), ("b", try SecureBytes(text))]
        let zone = getenv("TZ").map { String(cString: $0) }
        defer {
            if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
            tzset()
        }
        let files = try ["UTC", "America/New_York", "Pacific/Kiritimati"].map { zone in
            setenv("TZ", zone, 1)
            tzset()
            return try packed(entries)
        }
        #expect(files[0] == files[1] && files[0] == files[2])
        let bytes = files[0].array
        let names = entries.reduce(0) { $0 + 2 * $1.0.utf8.count }
        let contents = try ZipArchive(opening: files[0]).entries.reduce(0) { $0 + $1.place.count }
        #expect(bytes.count == 3 * (30 + 46) + 22 + names + contents)
        #expect(Array(bytes[10..<14]) == [0, 0, 0x21, 0])
    }

    @Test("a picture is stored, and a text is deflated about as well as by others")
    func size() throws {
        let page = try Sample.iosLogin.pageSource
        let picture = try Sample.iosLogin.picture("png")
        let entries = try ZipArchive(opening: packed([("page", page), ("picture", picture)])).entries
        #expect(entries[0].place.count < libdeflated(page.array, level: 6).count * 5 / 4)
        #expect(entries[1].place.count == picture.count && !entries[1].isDeflated)
    }

    @Test("other programs read it", .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/python3")))
    func foreignReader() throws {
        let text = try SecureBytes(String(repeating: "a line\n", count: 100_000))
        let file = try packed([("empty/", SecureBytes()), ("Ü/a", text), ("b", try SecureBytes("short"))])
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).zip")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data(file.array).write(to: path)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        let program = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            print(z.testzip(), [(i.filename, i.file_size, i.date_time[:3], i.extra, i.comment) for i in z.infolist()])
            """
        process.arguments = ["-c", program, path.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let day = "(1980, 1, 1), b'', b''"
        let files = [("empty/", 0), ("Ü/a", 700_000), ("b", 5)].map { "('\($0.0)', \($0.1), \(day))" }
        #expect(String(decoding: printed, as: UTF8.self) == "None [\(files.joined(separator: ", "))]\n")
    }
}
