import ImageCore

/// A request that keeps a worker busy for seconds, until it is called off.
struct SlowRequest {
    let request: Request

    /// Sensitive terms that all but occur all over a long text, behind which the marker stands.
    ///
    /// - Parameter length: Bytes of the text, which the time grows with.
    init(marker: Secret, length: Int = 4_000_000) throws {
        let terms = (0..<255).map { "\"\(String(repeating: "a", count: 50))b\($0)\"" }.joined(separator: ",")
        let rules = (0..<4).map { rule in
            """
            {"target": {"elements": {"sensitive": {"terms": [\(terms), "c\(rule)"]}}}, "style": {"fill": {"color": "#000"}}}
            """
        }
        let label = String(repeating: "a", count: length) + String(decoding: marker.bytes, as: UTF8.self)
        let frame = "x='0' y='0' width='\(NoisySnapshot.width)' height='\(NoisySnapshot.height)'"
        let source = """
            <XCUIElementTypeApplication \(frame)><XCUIElementTypeOther \(frame) label='\(label)'/></XCUIElementTypeApplication>
            """
        let parts = [
            ("image", try NoisySnapshot.png(.fast, seed: 1).file),
            ("policy", Array("{\"rules\": [\(rules.joined(separator: ","))]}".utf8)), ("hierarchy", Array(source.utf8)),
        ]
        var body: [UInt8] = []
        for (name, content) in parts {
            body += Array("--limit\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + content
            body += Array("\r\n".utf8)
        }
        body += Array("--limit--\r\n".utf8)
        let fields = ["Content-Type: multipart/form-data; boundary=limit"]
        request = Request(method: "POST", path: "/v1/sanitize", fields: fields, body: body)
    }
}
