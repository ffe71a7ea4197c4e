import CNettle
import Foundation
public import HTTPTypes

/// The opening of a web socket, on the side of a server (RFC 6455, section 4.2).
public enum WebSocketHandshake {
    /// The reason why there is no web socket, with its status.
    public struct Refusal: Error {
        /// 400, 405 or 426.
        public let status: HTTPResponse.Status
        /// A sentence without a full stop.
        public let message: String
    }

    /// Whether a request asks for a web socket.
    public static func isAsked(by head: HTTPRequest) -> Bool {
        tokens(of: .upgrade, in: head).contains("websocket")
    }

    /// The head of the reply that opens a web socket, without extensions and without a protocol of its own.
    public static func reply(to head: HTTPRequest) throws(Refusal) -> HTTPResponse {
        guard head.method == .get else {
            throw Refusal(status: .methodNotAllowed, message: "a web socket is asked for with GET")
        }
        guard tokens(of: .connection, in: head).contains("upgrade") else {
            throw Refusal(status: .badRequest, message: "a web socket takes the field Connection: Upgrade")
        }
        guard head.headerFields[values: .secWebSocketVersion] == ["13"] else {
            throw Refusal(status: .upgradeRequired, message: "a web socket is of version 13")
        }
        let keys = head.headerFields[values: .secWebSocketKey]
        guard keys.count == 1, Data(base64Encoded: keys[0])?.count == 16 else {
            throw Refusal(status: .badRequest, message: "Sec-WebSocket-Key is not 16 bytes in base64")
        }
        var reply = HTTPResponse(status: .switchingProtocols)
        reply.headerFields[.upgrade] = "websocket"
        reply.headerFields[.secWebSocketAccept] = accept(keys[0])
        return reply
    }

    /// The proof that a key was read.
    static func accept(_ key: String) -> String {
        let text = [UInt8]((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var context = sha1_ctx()
        nettle_sha1_init(&context)
        nettle_sha1_update(&context, text.count, text)
        var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
        nettle_sha1_digest(&context, digest.count, &digest)
        return Data(digest).base64EncodedString()
    }

    private static func tokens(of name: HTTPField.Name, in head: HTTPRequest) -> [String] {
        head.headerFields[values: name].flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
}
