import BoundedWork
import Hierarchy
import ImageCore
import Samples
import SecureMemory
import SeededRandom
import Testing

@Suite("Whatever arrives, the parser ends, and what it takes can be redacted")
struct MutationTests {
    @Test("mutated samples are read or refused", arguments: Sample.allCases)
    func mutations(_ sample: Sample) throws {
        try check(sample.text)
    }

    @Test("mutated trees in JSON are read or refused", arguments: TreeSample.allCases)
    func mutations(_ sample: TreeSample) throws {
        try check(sample.text)
    }

    private func check(_ text: String) throws {
        let original = Array(text.utf8)
        var mutator = Mutator(seed: UInt64(original.count))
        let size = try #require(PixelSize(width: 1179, height: 2556))
        var readCount = 0
        for _ in 0..<300 {
            let bytes = try SecureBytes(copying: mutator.mutated(original))
            guard let hierarchy = try? Hierarchy(parsing: bytes) else { continue }
            readCount += 1
            #expect(hierarchy.source == bytes)
            #expect(hierarchy.elements.indices.allSatisfy { hierarchy.elements[$0].end > $0 })
            let covered = try hierarchy.elements(at: .allText)
            let redacted = try hierarchy.source(redacting: covered).bytes
            // Still well-formed, with as many elements; and nothing is left to redact.
            let again = try Hierarchy(parsing: redacted)
            #expect(again.elements.count == hierarchy.elements.count)
            guard let placement = try? Placement(of: hierarchy, on: size, scale: nil) else { continue }
            for index in covered {
                var budget = WorkBudget(limit: .max)
                let rects = try placement.cover(of: index, of: hierarchy, budget: &budget).rects
                #expect(rects.allSatisfy { PixelRect(size).contains($0) })
            }
        }
        // Not all mutations break a source: those that do not have to be among those tried.
        #expect(readCount > 20)
    }
}

/// Damages texts in the ways in which parsers are known to break.
private struct Mutator {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<random.int(1...3) {
            let offset = random.int(0...bytes.count - 1)
            switch random.int(0...5) {
            case 0: bytes[offset] = UInt8(random.int(0...255))
            case 1: bytes[offset] ^= 1 << UInt8(random.int(0...7))
            case 2: bytes.removeSubrange(offset..<min(offset + random.int(1...8), bytes.count))
            case 3: bytes.insert(contentsOf: Self.tokens[random.int(0...Self.tokens.count - 1)].utf8, at: offset)
            case 4:
                let end = min(offset + random.int(1...64), bytes.count)
                bytes.insert(contentsOf: bytes[offset..<end], at: random.int(0...bytes.count - 1))
            default: bytes.removeLast(random.int(0...3) == 0 ? bytes.count - offset : 0)
            }
            if bytes.isEmpty { bytes = [0x3C] }
        }
        return bytes
    }

    private static let tokens = [
        "&lt;", "&#0;", "&#x1F600;", "&a;", "<!DOCTYPE a>", "<![CDATA[", "]]>", "<!--", "-->", "<?a?>", "\"", "'", "<",
        ">",
        "/>", "\\u0041", "\\ud83d\\ude00", "\\ud83d", "\\", "\u{301}", "\u{FEFF}", "😀", "\r\n", "\t", "NaN", "1e400",
        "[0,0]",
        "null", "{}", "[", "]", ",", "\0",
    ]
}
