import ImageCore
import Redaction
import Testing

@testable import PolicyLibrary

@Suite("Named policies that take a detector")
struct CatalogueDetectorTests {
    private static let text = """
        rules:
        - target: { text: all }
          style: { fill: { color: "#000" } }

        """
    private let directory: Directory

    init() throws {
        directory = try Directory([
            "seen.yaml": Self.text, "plain.json": #"{ "rules": [{ "target": "screen", "style": { "veil": {} } }] }"#,
        ])
    }

    private func files(hasDetector: Bool) throws -> CatalogueFiles {
        var sources = Catalogue.Sources()
        sources.policies = directory.path
        sources.hasDetector = hasDetector
        return try CatalogueFiles(reading: sources)
    }

    @Test("without one, the file cannot be used, and the line and the target are named, by every process that reads it")
    func refused() throws {
        let files = try files(hasDetector: false)
        let decoded = try CatalogueFiles(decoding: files.encoded())
        let errors = [
            #expect(throws: InvalidFile.self) { try Catalogue(policiesOf: files, warnings: []) },
            #expect(throws: InvalidFile.self) { try Catalogue(decoded, limits: .init()) },
        ]
        for error in errors {
            #expect(error?.path == directory["seen.yaml"])
            #expect(error?.line == 2)
            #expect(error?.reason.hasPrefix("/rules/0/target/text: ") == true, "\(error?.reason ?? "")")
        }
    }

    @Test("with one, they are there, and requests may bring such policies")
    func taken() throws {
        let files = try files(hasDetector: true)
        let catalogues = [
            try Catalogue(policiesOf: files, warnings: []),
            try Catalogue(CatalogueFiles(decoding: files.encoded()), limits: .init()),
        ]
        for catalogue in catalogues {
            #expect(catalogue.policies["seen"]?.pointerToSight != nil)
            #expect(catalogue.hasDetector)
        }
        #expect(try !Catalogue(Catalogue.Sources()).hasDetector)
    }

    @Test("whoever only checks or lists files takes them")
    func checked() throws {
        #expect(try PolicyFile(directory["seen.yaml"]).read().pointerToSight != nil)
        #expect(try PolicyLibrary(directory: directory.path)["seen"] != nil)
    }
}
