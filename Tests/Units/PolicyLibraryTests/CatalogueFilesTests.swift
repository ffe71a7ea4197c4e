import BinaryCoding
import Glibc
import ImageCore
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import ImageFixtures
@testable import PolicyLibrary

@Suite("The files of a catalogue are read by one process, and checked by another")
struct CatalogueFilesTests {
    private static let logo = #"{ "rules": [ { "target": "screen", "style": { "image": { "asset": "logo" } } } ] }"#
    private static let blur = "rules:\n- target: screen\n  style: { blur: { radius: 9 } }\n"
    private static let picture = ChunkedPNG(holding: .noise(9, 7, channels: 3, seed: 1)).bytes

    /// Two policies, a picture, one that is none, and one that cannot be read.
    private let directory: Directory

    init() throws {
        directory = try Directory(["any.json": Self.logo, "soft.yaml": Self.blur, "other.png": "no picture"])
        try directory.write(Self.picture, to: "logo.png")
        #expect(mkfifo(directory["pipe.jpg"], 0o600) == 0)
    }

    private var sources: Catalogue.Sources {
        var sources = Catalogue.Sources()
        sources.policies = directory.path
        sources.assets = directory.path
        sources.defaultPolicy = "soft"
        return sources
    }

    @Test("what is read back says the same, and its pictures lie in the message")
    func roundTrip() throws {
        let files = try CatalogueFiles(reading: sources)
        #expect(files.pictures.map(\.name) == ["logo", "other", "pipe"])
        let message = try files.encoded()
        let decoded = try CatalogueFiles(decoding: message)
        #expect(decoded == files)
        let addresses = message.withUnsafeBytes { bytes in bytes.baseAddress.map { $0..<$0 + bytes.count } }
        let file = try #require(try decoded.pictures.first?.content.get())
        let start = file.withUnsafeBytes(\.baseAddress)
        #expect(addresses?.contains(try #require(start)) == true)
        let none = try CatalogueFiles(reading: Catalogue.Sources())
        #expect(try CatalogueFiles(decoding: none.encoded()) == none)
    }

    @Test("a catalogue of a message is that of the files")
    func catalogue() throws {
        let files = try CatalogueFiles(decoding: CatalogueFiles(reading: sources).encoded())
        let (whole, split) = (try Catalogue(sources), try Catalogue(files, limits: sources.limits))
        #expect(split.policies.all == whole.policies.all)
        #expect(split.assets.names == ["logo"])
        #expect(split.assetNames == ["logo"])
        #expect(split.warnings == whole.warnings)
        #expect(split.warnings.map(\.reason).last == "it is not a regular file")
        #expect(split.warnings.count == 2)
        #expect(split.defaultPolicy == "soft")
    }

    @Test("a front knows policies, and the names of pictures, without decoding any")
    func front() throws {
        let files = try CatalogueFiles(reading: sources)
        let whole = try Catalogue(files, limits: sources.limits)
        let front = try Catalogue(policiesOf: files, warnings: whole.warnings)
        #expect(front.policies.all == whole.policies.all)
        #expect(front.assets.names.isEmpty)
        #expect(front.assetNames == whole.assetNames)
        #expect(front.warnings == whole.warnings)
        #expect(front.defaultPolicy == "soft")
        #expect(try Catalogue(policiesOf: files, warnings: []).assetNames == ["logo", "other", "pipe"])
    }

    static let faults = [
        ("b.json", "{ \n \"rules\": 1 }", "any"), ("b.yaml", "rules: [", "any"), ("logo.png", "no picture", "any"),
        ("a.json", logo, "none"),
    ]

    @Test("a fault is found in a message as in the files, with its path and line", arguments: faults)
    func fault(name: String, text: String, defaultPolicy: String) throws {
        try directory.write(Array(text.utf8), to: name)
        var sources = sources
        sources.defaultPolicy = defaultPolicy
        let expected = #expect(throws: InvalidFile.self) { try Catalogue(sources) }
        let files = try CatalogueFiles(decoding: CatalogueFiles(reading: sources).encoded())
        let error = #expect(throws: InvalidFile.self) { try Catalogue(files, limits: sources.limits) }
        #expect(error == expected)
        guard name != "logo.png" else { return }
        let front = #expect(throws: InvalidFile.self) { try Catalogue(policiesOf: files, warnings: []) }
        #expect(front == expected)
    }

    @Test("a weak policy is refused where the message demands more")
    func assurance() throws {
        var sources = sources
        sources.minimumAssurance = .erased
        let files = try CatalogueFiles(decoding: CatalogueFiles(reading: sources).encoded())
        let error = #expect(throws: InvalidFile.self) { try Catalogue(policiesOf: files, warnings: []) }
        #expect(error?.line == 3)
    }

    @Test("every beginning of a message is refused, and no bytes stop the process")
    func malformed() throws {
        let whole = try CatalogueFiles(reading: sources).encoded()
        for count in 0..<whole.count {
            #expect(throws: BinaryError.self) { try CatalogueFiles(decoding: whole[0..<count]) }
        }
        var generator = SeededGenerator(seed: 9)
        let bytes = whole.withUnsafeBytes { Array($0) }
        for _ in 0..<2000 {
            var changed = bytes
            for _ in 0..<3 {
                changed[generator.int(0...changed.count - 1)] = UInt8(truncatingIfNeeded: generator.next())
            }
            let message = try SecureBytes(copying: changed)
            guard let files = try? CatalogueFiles(decoding: message) else { continue }
            #expect(try files.encoded() == message)
        }
    }
}
