import HTTPParsing
import HTTPTypes
import SecureMemory

/// The fields that a guard passes on.
enum PassedFields {
    /// Fields of requests that are of one connection, or that would make the upstream answer otherwise than the guard expects.
    private static let ofGuard: Set<String> = [
        "connection", "keep-alive", "http2-settings", "te", "trailer", "transfer-encoding", "upgrade",
        "proxy-connection",
        "content-length",
        "expect", "host", "accept-encoding", "origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest",
        "x-http-method-override", "x-http-method", "x-method-override", "sec-websocket-key", "sec-websocket-version",
        "sec-websocket-protocol", "sec-websocket-extensions",
    ]

    /// Fields of replies that may be passed on: they say how the body is read, and ask for credentials. In others, a screen could
    /// be written.
    private static let ofReplies: Set<String> = [
        "content-type", "cache-control", "location", "www-authenticate", "retry-after", "set-cookie", "vary", "allow",
        "mcp-session-id", "mcp-protocol-version", "x-accel-buffering", "x-request-id",
    ]

    /// Bytes of a value that is passed on, at most.
    private static let longestValue = 2048

    /// The fields of a request for the upstream.
    ///
    /// - Parameter key: Where the key of the guard was, which is not passed on.
    static func forUpstream(_ head: HTTPRequest, _ secrets: SecretFields, besides key: HTTPField.Name?) -> HTTPFields {
        var fields = HTTPFields()
        for field in head.headerFields where !ofGuard.contains(field.name.canonicalName) {
            let isSecret = SecretFields.names.contains(field.name.canonicalName)
            if !isSecret { fields.append(field) }
        }
        for name in SecretFields.names.compactMap({ HTTPField.Name($0) }) where name != key {
            for value in secrets[name] {
                fields.append(
                    HTTPField(name: name, value: value.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
                )
            }
        }
        fields[.acceptEncoding] = "identity"
        return fields
    }

    /// Whether a body is packed.
    static func arePacked(_ fields: HTTPFields) -> Bool {
        !["", "identity"].contains(fields[.contentEncoding] ?? "")
    }

    /// The head of a reply for the client.
    static func head(_ status: Int, _ fields: HTTPFields, of upstream: UpstreamAddress) -> HTTPResponse {
        HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: forClient(fields, of: upstream))
    }

    /// Names of UTF-8, and of what is a part of it.
    private static let encodings: Set<String> = ["utf-8", "utf8", "us-ascii"]

    /// Whether a body is one that a guard reads as the upstream does, by its `Content-Type` and its `Content-Encoding`.
    static func areReadable(_ fields: HTTPFields) -> Bool {
        let type = (fields[.contentType] ?? "").lowercased().filter { !" \t\"".contains($0) }
        let names = type.split(separator: "charset=", omittingEmptySubsequences: false).dropFirst()
        return !arePacked(fields) && encodings.isSuperset(of: names.map { String($0.prefix { !";,".contains($0) }) })
    }

    /// The fields of a reply for the client. A location that leads past the guard is not among them.
    static func forClient(_ fields: HTTPFields, of upstream: UpstreamAddress) -> HTTPFields {
        var passed = HTTPFields()
        for var field in fields
        where ofReplies.contains(field.name.canonicalName) && field.value.utf8.count <= longestValue {
            if field.name == .location {
                guard let location = upstream.reference(field.value) else { continue }
                field.value = location
            }
            passed.append(field)
        }
        return passed
    }
}
