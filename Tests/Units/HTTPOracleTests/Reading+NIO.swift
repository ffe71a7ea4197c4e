import HTTPParsing
import NIOCore
import NIOEmbedded
import NIOHTTP1

extension Reading {
    /// What NIO's decoder makes of `pieces`, set up as in a server of NIO's without upgrades.
    init(nio pieces: Pieces) throws {
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)
        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(decoder))
        for piece in pieces.all {
            do {
                try channel.writeInbound(ByteBuffer(bytes: piece))
            } catch {
                refusal = .nio("\(error)")
            }
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) { append(part) }
            if refusal != nil { return }
        }
    }

    private mutating func append(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): exchanges.append(Exchange(head))
        case .body(let bytes): exchanges[exchanges.count - 1].body += bytes.readableBytesView
        case .end(let trailer):
            exchanges[exchanges.count - 1].trailer =
                trailer?.map { field in
                    // Ours hands on no secret that comes late.
                    Field(nio: field.name, SecretFields.names.contains(field.name.lowercased()) ? "" : field.value)
                } ?? []
        }
    }
}

extension Reading.Exchange {
    fileprivate init(_ head: HTTPRequestHead) {
        method = head.method.rawValue
        target = head.uri
        minorVersion = head.version.minor
        let all = head.headers.map { Reading.Field(nio: $0.name, $0.value) }
        let hosts = all.filter { $0.name.lowercased() == "host" }.map { $0.value.lowercased() }
        host = Self.authority(ofAbsolute: head.uri) ?? (hosts.isEmpty ? nil : hosts.joined(separator: " and "))
        fields = all.filter { $0.name.lowercased() != "host" }
        keepsConnectionOpen = head.isKeepAlive
    }

    /// What stands between `://` and the path; NIO leaves this to the application.
    private static func authority(ofAbsolute target: String) -> String? {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
        return target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }.lowercased()
    }
}

extension Reading.Field {
    /// NIO leaves whitespace behind a value where it is and has who asks for the value trim it; it is no part of the value
    /// (RFC 9112, section 5.1).
    fileprivate init(nio name: String, _ value: String) {
        self.name = name
        var end = value.utf8.endIndex
        while end > value.utf8.startIndex, let last = value.utf8[..<end].last, last == 0x20 || last == 0x09 {
            end = value.utf8.index(before: end)
        }
        self.value = String(value[..<end])
    }
}
