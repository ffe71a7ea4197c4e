import Foundation
import Samples
import SecureMemory
import Testing

@Suite("snapveil check lists elements of a page source")
struct CheckedElementTests {
    @Test("an element is listed once at its place for a person, and for each rule in JSON")
    func once() throws {
        let files = try Directory([
            "login.png": try Sample.iosLogin.picture("png").withUnsafeBytes { Array($0) },
            "login.xml": try Sample.iosLogin.pageSource.withUnsafeBytes { Array($0) },
        ])
        func check(_ format: String) throws -> Command {
            let options = ["--hierarchies-beside", "--scale", "3", "--models", Models.directory, "--format", format]
            return try Command(["check", files["login.png"]] + options)
        }
        let lines = try check("text").output.split(separator: "\n").filter { $0.contains("XCUIElementType") }
        let places = lines.compactMap { $0.firstMatch(of: /at ([\d,]+), rule/)?.output.1 }
        #expect(places.count == lines.count && Set(places).count == places.count)
        #expect(lines.contains { $0.contains(": password XCUIElementTypeTextField (0.8 by caption) at ") })
        #expect(lines.contains { $0.contains(": element XCUIElementTypeSecureTextField (by source) at ") })
        let reports = try JSONSerialization.jsonObject(with: Data(try check("json").bytes)) as? [[String: Any]]
        let findings = try #require(reports?.first?["findings"] as? [[String: Any]])
        #expect(findings.count { $0["matched"] != nil } > lines.count)
        #expect(findings.allSatisfy { $0["reason"] is String })
    }
}
