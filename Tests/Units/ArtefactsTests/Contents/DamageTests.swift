import BoundedWork
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import Artefacts

@Suite("Damaged artefacts")
struct DamageTests {
    private static let secret = "flaming9z"

    /// A zip archive, a tar archive, a packed file and a text of one content, with a secret that its field tells and one that is known.
    private static func artefacts() throws -> [SecureBytes] {
        let json = try SecureBytes(#"{"password": "flaming9z", "mail": "b@mail.example"}"#)
        let text = try SecureBytes(String(repeating: "a line, then flaming9z and b@mail.example\n", count: 20))
        let picture = try SecureBytes(copying: [137, 80, 78, 71, 13, 10, 26, 10, 1])
        let inner = try packed([("a.json", json), ("log.txt", text)])
        let entries = [("a.json", json), ("log.txt", text), ("shot.png", picture), ("inner.zip", inner)]
        return [
            try packed(entries), try TarArchive.packed(entries.map { (name: $0.0, contents: $0.1) }),
            try ZstandardFile.packed(inner, Cancellation()), text,
        ]
    }

    /// The artefact with some bytes changed, a piece cut out, or one twice.
    private static func damaged(_ artefact: SecureBytes, _ noise: inout SeededGenerator) throws -> SecureBytes {
        var bytes = artefact.array
        let start = Int.random(in: 0..<bytes.count, using: &noise)
        let end = min(bytes.count, start + Int.random(in: 1..<64, using: &noise))
        switch Int.random(in: 0..<4, using: &noise) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &noise))
        case 2: bytes.removeSubrange(start...)
        default:
            for _ in 0..<Int.random(in: 1..<8, using: &noise) {
                bytes[Int.random(in: 0..<bytes.count, using: &noise)] = .random(in: .min ... .max, using: &noise)
            }
        }
        return try SecureBytes(copying: bytes)
    }

    @Test("a thousand of them are refused, or hold no secret that is known, however deep", arguments: 0..<4)
    func damaged(index: Int) throws {
        let artefact = try Self.artefacts()[index]
        let redactor = try ArtefactRedactor.ofTests(secrets: [Self.secret])
        var noise = SeededGenerator(seed: UInt64(index) + 1)
        var refused = 0
        for _ in 0..<250 {
            guard let safe = try? redactor.redact(Self.damaged(artefact, &noise)).artefact else {
                refused += 1
                continue
            }
            #expect(try !Self.contents(of: safe).contains { $0.contains(Self.secret) })
        }
        #expect(refused < 250, "some are read")
    }

    /// All texts of an artefact, unpacked.
    private static func contents(of file: SecureBytes) throws -> [String] {
        var budget = WorkBudget(limit: .max)
        switch try file.withUnsafeBytes({ (bytes) throws in try ContentKind(of: bytes, budget: &budget) }) {
        case .zip:
            return try ZipArchive(opening: file).unpacked().flatMap { [$0.name] + (try contents(of: $0.contents)) }
        case .tar:
            let tar = try TarArchive(file, ZipLimits(), budget: &budget)
            return try tar.files.flatMap { [tar.names[$0]] + (try contents(of: tar.contents(of: $0, &budget))) }
        case .packed(let form): return try contents(of: PackedFile(file, form, ZipLimits(), budget: &budget).contents)
        default: return [file.text]
        }
    }
}
