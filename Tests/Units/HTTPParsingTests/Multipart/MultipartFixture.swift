import HTTPParsing
import SecureMemory

/// What the tests of forms are written with.
enum MultipartFixture {
    /// `text` with CRLF for every line end, and then a line feed for every `␊`.
    static func crlf(_ text: String) -> String {
        text.replacing("\n", with: "\r\n").replacing("␊", with: "\n")
    }

    /// The form in `text`, whose boundary is `b` unless it is said.
    static func parse(
        _ text: String,
        boundary: String = "b",
        limits: MultipartLimits = MultipartLimits()
    ) throws -> MultipartForm {
        try MultipartForm.parse(
            SecureBytes(copying: Array(text.utf8)),
            boundary: MultipartBoundary(boundary),
            limits: limits
        )
    }

    /// A form of one part with these headers.
    static func form(headers: String, content: String = "x") -> String {
        "--b\r\n\(headers)\r\n\r\n\(content)\r\n--b--\r\n"
    }

    /// A form of one part with this `Content-Disposition`.
    static func form(disposition: String) -> String {
        form(headers: "Content-Disposition: \(disposition)")
    }
}

extension MultipartPart {
    /// The content as text.
    var text: String { content.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}
