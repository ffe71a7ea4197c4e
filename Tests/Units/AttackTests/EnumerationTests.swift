import ImageCore
import Redaction
import Testing

@testable import SnapveilAttack

@Suite("Counting outputs tells what leaks from what does not")
struct EnumerationTests {
    private func enumeration() throws -> Enumeration {
        try Typeface.inter.checkInstalled()
        return try Enumeration(Scene(.inter, textSize: 20, ink: .red, codeLength: 1), codes: 2)
    }

    @Test("a style that leaks has two outputs for two codes", arguments: ["blur", "pixelate"])
    func leaky(kind: String) throws {
        let specimens = try Specimen.all().filter { $0.style.kind == kind }
        let rows = try enumeration().run(specimens, format: .png)
        #expect(rows.map(\.distinctOutputs) == [2])
    }

    @Test("an erased style has one", arguments: SnapshotFormat.allCases)
    func erased(format: SnapshotFormat) throws {
        let rows = try enumeration().run(Specimen.erasing(), format: format)
        #expect(rows.count == Style.kinds.count - 2)
        #expect(rows.allSatisfy { $0.distinctOutputs == 1 })
    }

    @Test("a mask that stops where the digits stop has two on a JPEG")
    func naive() throws {
        #expect(try enumeration().runNaiveMask(format: .jpeg(.s420)).distinctOutputs == 2)
    }

    @Test("a font that is not installed is an error that names its package")
    func missingFont() {
        let typeface = Typeface(family: "No Such Family", package: "fonts-no-such")
        let error = #expect(throws: RenderingError.self) { try typeface.checkInstalled() }
        #expect(error?.description.contains("fonts-no-such") == true)
    }
}
