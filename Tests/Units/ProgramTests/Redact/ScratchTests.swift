import Foundation
import SecureMemory
import SeededRandom
import Testing

@testable import Artefacts
@testable import snapveil

@Suite("What waits for the rest of a run")
struct ScratchTests {
    private static let lengths = [0, 1, 63, 64, 65, 1_000, 300_000, 5]

    private static func contents(_ length: Int) throws -> PackedContents {
        PackedContents(storing: try SecureBytes(copying: (0..<length).map { UInt8(truncatingIfNeeded: $0 / 7) }))
    }

    @Test("is read as it was written, whole and from any place on, and has no name")
    func places() throws {
        let directory = try Directory()
        let scratch = try Scratch(in: directory.path)
        let lengths = Self.lengths + Self.lengths
        let stored = try lengths.enumerated().map {
            try scratch.append(Self.contents($1), isFinal: $0 < Self.lengths.count)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        var noise = SeededGenerator(seed: 5)
        for (length, contents) in zip(lengths, stored) {
            let expected = try Self.contents(length).bytes
            #expect(try scratch.bytes(of: contents) == expected)
            for _ in 0..<50 {
                let start = Int.random(in: 0...length, using: &noise)
                let count = Int.random(in: 0...min(length - start, 300), using: &noise)
                var buffer = [UInt8](repeating: 0, count: count)
                #expect(buffer.withUnsafeMutableBytes { scratch.source(of: contents).read(start, $0) })
                #expect(expected[start..<start + count].withUnsafeBytes { $0.elementsEqual(buffer) })
            }
        }
    }

    @Test("lies on the disk encrypted, the same contents as something else each time")
    func encrypted() throws {
        let directory = try Directory()
        let file = try NamelessFile(in: directory.path)
        let scratch = try Scratch(file, in: directory.path)
        let text = Array(repeating: Array("what a frame shows between two keystrokes ".utf8), count: 50).flatMap(\.self)
        let stored = try (0..<2).map { _ in
            try scratch.append(PackedContents(storing: SecureBytes(copying: text)), isFinal: false)
        }
        let raw = try stored.map { contents in
            var bytes = [UInt8](repeating: 0, count: text.count)
            try bytes.withUnsafeMutableBytes { try file.fill($0, from: contents.place.lowerBound) }
            return bytes
        }
        #expect(raw[0] != raw[1])
        for bytes in raw {
            #expect(!Data(bytes).contains("between".utf8))
            #expect(Set(bytes).count > 200, "it looks like noise")
        }
    }
}

extension Data {
    fileprivate func contains(_ text: String.UTF8View) -> Bool { range(of: Data(text)) != nil }
}
