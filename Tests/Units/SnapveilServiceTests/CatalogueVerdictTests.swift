import BinaryCoding
import PolicyLibrary
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("What a worker says of policies and pictures")
struct CatalogueVerdictTests {
    private static func warnings(_ fault: InvalidFile) throws -> [InvalidFile]? {
        let bytes = try CatalogueVerdict.usable(warnings: [fault]).encoded()
        guard case .usable(let warnings) = try CatalogueVerdict(decoding: bytes) else { return nil }
        return warnings
    }

    @Test("arrives as it was, with lines and names in any script")
    func arrives() throws {
        let fault = InvalidFile("/policies/банк.yaml", line: 7, #"the asset "splash" cannot be used: it is corrupt"#)
        #expect(try Self.warnings(fault) == [fault])
        let bytes = try CatalogueVerdict.unusable(fault).encoded()
        guard case .unusable(fault) = try CatalogueVerdict(decoding: bytes) else {
            Issue.record("it arrived as something else")
            return
        }
    }

    @Test(
        "is refused if it would write lines of its own into the log",
        arguments: ["\n", "\r", "\u{1B}[2J", "\u{2028}", "\u{202E}"]
    )
    func unprintable(_ text: String) {
        #expect(throws: BinaryError.self) { try Self.warnings(InvalidFile("a.png", "fine\(text)forged")) }
        #expect(throws: BinaryError.self) { try Self.warnings(InvalidFile("a\(text).png", "fine")) }
    }
}
