import BoundedWork
import ImageCore
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import ImageFixtures

@Suite("All styles give one verdict on a snapshot")
struct WholeScreenVerdictTests {
    /// A small file of every kind, and some with metadata, and in pieces.
    private static func files() -> [ChunkedPNG] {
        var generator = SeededGenerator(seed: 71)
        return PNGSample.Kind.all.flatMap { kind in
            let sample = PNGSample(kind, width: 13, height: 9, using: &generator)
            let file = sample.file(compressedBy: { zlibCompressed($0, level: 6) }, using: &generator)
            let text = ChunkedPNG.Chunk(type: "tEXt", data: Array("a\0b".utf8))
            let described = file.inserting(text, before: "IDAT")
            return [file, described.splittingImageData(maximumChunkSize: 40, using: &generator)]
        }
    }

    private static func policies() throws -> [Policy] {
        let part = try #require(Region(x: 2, y: 2, width: 3, height: 3))
        let rules: [Policy.Rule] = [
            .init(.region(part), .fill(.black)), .init(.screen, .fill(.black)), .init(.screen, .veil(radius: nil)),
            .init(.screen, .blur(radius: 2)), .init(.screen, .pixelate(block: 3)),
        ]
        return try rules.map { try Policy(rules: [$0]) }
    }

    /// Why a snapshot is refused; nil if it is not, or only its structure was checked.
    private static func refusal(of snapshot: SecureBytes, _ policy: Policy, _ covers: CoverCache) -> RedactionError? {
        do throws(RedactionError) {
            let result = try Redactor(covers: covers).redact(RedactionRequest(snapshot, policy: policy))
            #expect(result.receipt.verified == nil, "all of a small picture is checked")
            return nil
        } catch {
            return error
        }
    }

    @Test("a file that was damaged at random is refused by all of them for one reason, or by none", arguments: 0...3)
    func mutations(seed: UInt64) throws {
        let files = Self.files()
        let policies = try Self.policies()
        // A cover that is ready changes nothing.
        let covers = CoverCache()
        var mutator = PNGMutator(generator: SeededGenerator(seed: seed))
        var (taken, refused) = (0, 0)
        for round in 0..<500 {
            let snapshot = try SecureBytes(copying: mutator.mutate(files[round % files.count]))
            let errors = policies.map { Self.refusal(of: snapshot, $0, covers) }
            #expect(Set(errors.map { $0?.description }).count == 1, "round \(round): \(errors)")
            if errors[0] == nil { taken += 1 } else { refused += 1 }
        }
        // Else this test shows nothing.
        #expect(taken > 30 && refused > 200, "\(taken) \(refused)")
    }

    /// 700 x 500 pixels of noise, which is a little more than a mebibyte of rows.
    private static let large = ChunkedPNG(holding: .noise(700, 500, channels: 3, seed: 72))

    @Test("the receipt says so where only the structure was checked: of a large PNG, and of a JPEG")
    func structure() throws {
        let policies = try Self.policies()
        let small = ChunkedPNG(holding: .noise(600, 500, channels: 3, seed: 73)).bytes
        let jpeg = try FaultedWork.Snapshot.jpeg.file()
        for (file, isWhole) in [(Self.large.bytes, false), (jpeg, false), (small, true)] {
            let snapshot = try SecureBytes(copying: file)
            let verified = try policies.map {
                try Redactor().redact(RedactionRequest(snapshot, policy: $0)).receipt.verified
            }
            let expected: Receipt.Verification? = isWhole ? nil : .structure
            #expect(verified == [nil, expected, expected, nil, nil])
        }
    }

    @Test("what the receipt leaves open is nothing but the pixels: the other styles refuse them")
    func damagedPixels() throws {
        let damaged = Self.large.changing("IDAT") { $0[$0.count / 2] ^= 1 }
        let snapshot = try SecureBytes(copying: damaged.bytes)
        let verdicts = try Self.policies().map { policy in
            do throws(RedactionError) {
                return try Redactor().redact(RedactionRequest(snapshot, policy: policy)).receipt.verified == .structure
            } catch {
                return false
            }
        }
        #expect(verdicts == [false, true, true, false, false])
    }

    @Test("nothing is covered when nobody waits for it")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let snapshot = try SecureBytes(copying: Self.large.bytes)
        for policy in try Self.policies() {
            #expect(throws: RedactionError.cancelled) {
                try Redactor().redact(
                    RedactionRequest(snapshot, policy: policy),
                    work: WorkContext(cancellation: cancellation)
                )
            }
        }
    }
}
