/// A request of a line, fields and a body, with CR LF where they belong. `Host: a` is there unless `fields` has a Host.
func message(_ line: String = "GET / HTTP/1.1", _ fields: String..., body: String = "") -> String {
    let hasHost = fields.contains { $0.lowercased().hasPrefix("host") }
    return ([line] + (hasHost ? [] : ["Host: a"]) + fields).map { $0 + "\r\n" }.joined() + "\r\n" + body
}

/// A request with this chunked body.
func chunked(_ body: String) -> String {
    message("POST / HTTP/1.1", "Transfer-Encoding: chunked", body: body)
}
