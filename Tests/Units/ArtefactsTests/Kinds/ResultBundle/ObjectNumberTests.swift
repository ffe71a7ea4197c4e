import BoundedWork
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Numbers of the objects of a result bundle")
struct ObjectNumberTests {
    private func digest(_ text: String, inPiecesOf count: Int = .max) -> String {
        var hash = BLAKE2b()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            Array(rest.prefix(count)).withUnsafeBytes { hash.update($0) }
            rest = rest.dropFirst(count)
        }
        return hash.finish().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    @Test("BLAKE2b gives the digests of RFC 7693 and of its authors, however the bytes come")
    func vectors() {
        #expect(
            digest("abc")
                == "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
        )
        #expect(
            digest("")
                == "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce"
        )
        let long = String(repeating: "screenshot ", count: 100)
        for count in [1, 64, 127, 128, 129, 256] { #expect(digest(long, inPiecesOf: count) == digest(long)) }
        #expect(
            digest(String(repeating: "a", count: 128))
                == "fc6c71f688f43ea7d60817478808f3cac753e61571865c95adbc2d9122c943a76b92c2cb1047ef3fe7bf6e436ec1d0a99a9e5b216780bf7fed9d7ca91d3a8f3b"
        )
    }

    @Test("a number is read as it is written, and nothing else is one")
    func texts() throws {
        var budget = WorkBudget(limit: .max)
        let number = try ObjectNumber(of: SecureBytes("abc"), referringTo: [], budget: &budget)
        let text = try number.text()
        #expect(
            text
                == "0~uoClP5gcTQ1qJ5e2nxL26UwhLxRoWsS3SxK7b9v_otF9h8U5Kqt5LcJS1d5FM8yVGNOKqNvxklq5I4bt1ACZIw=="
        )
        #expect(ObjectNumber(text.utf8) == number)
        #expect(ObjectNumber(text.utf8.dropLast()) == nil)
        #expect(ObjectNumber([UInt8](repeating: UInt8(ascii: "A"), count: text.utf8.count)) == nil)
        #expect(ObjectNumber(text.utf8.map { $0 == UInt8(ascii: "=") ? UInt8(ascii: "A") : $0 }) == nil)
    }

    @Test("a reference counts for a number, with its order")
    func references() throws {
        var budget = WorkBudget(limit: .max)
        let data = try SecureBytes("abc")
        let others = try ["one", "two"].map { text in
            try ObjectNumber(of: SecureBytes(text), referringTo: [], budget: &budget)
        }
        let numbers = try Set(
            [[], others, others.reversed(), [others[0]]].map { references in
                try ObjectNumber(of: data, referringTo: references, budget: &budget)
            }
        )
        #expect(numbers.count == 4)
    }

    @Test(
        "files of references are read as they are written, with a count of one byte or more",
        arguments: [0, 1, 127, 128, 249, 300]
    )
    func referenceFiles(count: Int) {
        let numbers = (0..<count).map { index in ObjectNumber(digest: [UInt8](repeating: UInt8(index % 256), count: 64))
        }
        let file = ObjectReferences.written(numbers)
        #expect(file.count == (count < 128 ? 1 : count < 256 ? 2 : 3) + 66 * count)
        #expect(file.withUnsafeBytes { ObjectReferences.read($0) } == numbers)
        for other in [Array(file.dropLast()), file + [0], [], [0x88, 0, 0, 0, 0, 0, 0, 0, 0], [0xFF]] {
            #expect(other.withUnsafeBytes { ObjectReferences.read($0) } == nil)
        }
    }
}
