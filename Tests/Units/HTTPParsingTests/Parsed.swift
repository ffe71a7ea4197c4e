import HTTPParsing
import HTTPTypes

/// What a parser made of some bytes: the requests that were complete, and what ended it.
struct Parsed: Equatable {
    struct Request: Equatable {
        var head: RequestHead
        var body: [UInt8] = []
        var trailer: HTTPFields?
    }

    var requests: [Request] = []
    var error: RequestError?

    /// Feeds `pieces` one after the other.
    init(_ pieces: [[UInt8]], limits: MessageLimits = MessageLimits()) {
        var parser = RequestParser(limits: limits)
        do throws(RequestError) {
            for piece in pieces { try feed(piece, &parser) }
        } catch {
            self.error = error
        }
    }

    /// Feeds `text` in one piece; `\n` stands for nothing but itself.
    init(_ text: String, limits: MessageLimits = MessageLimits()) {
        self.init([Array(text.utf8)], limits: limits)
    }

    private mutating func feed(_ piece: [UInt8], _ parser: inout RequestParser) throws(RequestError) {
        var position = 0
        while true {
            switch try parser.next(in: piece.span, at: &position) {
            case .needsMoreBytes: return
            case .head(let head): requests.append(Request(head: head))
            case .body(let range): requests[requests.count - 1].body += piece[range]
            case .end(let trailer): requests[requests.count - 1].trailer = trailer
            }
        }
    }
}

/// A request of a line, fields and a body, with CR LF where they belong. `Host: a` is there unless `fields` has a Host.
func message(_ line: String = "GET / HTTP/1.1", _ fields: [String] = [], body: String = "") -> String {
    let hasHost = fields.contains { $0.lowercased().hasPrefix("host") }
    return ([line] + (hasHost ? [] : ["Host: a"]) + fields).map { $0 + "\r\n" }.joined() + "\r\n" + body
}
