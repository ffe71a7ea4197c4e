import ImageCore
import SecureMemory
import Testing

@testable import Redaction

/// Screens of lines that a test writes.
enum DrawnScreen {
    /// A screen that is 800 pixels wide, with a line of text for each 100 rows.
    static func png(_ lines: [String]) throws -> SecureBytes {
        let size = try #require(PixelSize(width: 800, height: lines.count * 100))
        let blank = try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(.png())
        let rules = lines.enumerated().map { row, line in
            ##"""
            { "target": { "region": { "x": 40, "y": \##(row * 100 + 10), "width": 720, "height": 80 } }, "style": { "message":
                { "text": "\##(line)", "background": "#fff", "textColor": "#000", "textSize": 32 } } }
            """##
        }
        let policy = try Policy(parsing: SecureBytes(copying: #"{"rules": [\#(rules.joined(separator: ","))]}"#.utf8))
        return try Redactor().redact(RedactionRequest(blank, policy: policy)).image
    }
}
