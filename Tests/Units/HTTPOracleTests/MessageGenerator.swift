import SeededRandom

/// Makes valid requests of all shapes, as bytes, from a seed.
struct MessageGenerator {
    var random: SeededGenerator

    /// What follows every case, so that no line of it is left without an end.
    static let tail = Array("GET /tail HTTP/1.1\r\nHost: tail\r\n\r\n".utf8)

    private static let methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]
    private static let targets = [
        "/", "/a/b", "/v1/sanitize?style=blur&radius=24", "/a?b?c=/d", "/%20%aF", "/..//.;a=b,c", "/!$&'()*+,;=:@-._~",
        "http://a/", "http://a", "HTTPS://a/b?c", "http://a?b", "/[]{}|\\^`\"<>", "/?", "//a/b",
    ]
    private static let hosts = [
        "a", "A", "a:80", "a:", "example.com:8080", "127.0.0.1", "[::1]:8080", "a.b-c_d", "%41",
    ]
    private static let fields = [
        "Accept: */*", "accept:image/png", "X-Empty:", "X-Blank: \t ", "X-Padded: \t b c \t", "X-Colons: a:b::c",
        "X-Quoted: \"a, b\"; c=\"\\\"\"", "!#$%&'*+-.^_`|~09: token", "Accept: text/html, */*;q=0.1",
        "Cookie: a=b; c=d",
        "X-Text: \u{E4}\u{20AC}", "Content-Type: image/png", "Expect: 100-continue", "Connection: keep-alive",
        "Connection: x, keep-alive , y", "Connection: close", "Connection: Close, x", "Proxy-Connection: keep-alive",
        "Proxy-Connection: close", "Connection: TE", "TE: trailers", "Upgrade: h2c", "Connection: Upgrade",
        "Keep-Alive: timeout=5", "Content-Encoding: gzip", "Host-Not: b", "Content-Lengths: 5", "Via: 1.1 a",
    ]
    private static let extensions = ["", "", "", ";a", ";a=b", ";a=\"b c\"", ";a;b=c;d=\"\\\"\"", ";a=\"\""]
    private static let trailers = ["X-Sum: 1", "x:", "X-Text: \u{E4}", "Expires: now", "Cookie: a"]

    /// One to three requests after each other.
    mutating func pipeline() -> [UInt8] {
        (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in request() }
    }

    private mutating func request() -> [UInt8] {
        let isOld = chance(of: 6)
        let method = pick(Self.methods)
        var target = method == "OPTIONS" && chance(of: 3) ? "*" : pick(Self.targets)
        let host = pick(Self.hosts)
        if target.lowercased().hasPrefix("http") {
            target = target.replacing("//a", with: "//\(host)", maxReplacements: 1)
        }
        var fields = (0..<Int.random(in: 0...5, using: &random)).map { _ in pick(Self.fields) }
        if !isOld || chance(of: 2) {
            fields.append("\(pick(["Host", "host", "HOST"])):\(pick(["", " ", "\t"]))\(host)")
        }
        let body = self.body(isOld: isOld, fields: &fields)
        fields.shuffle(using: &random)
        let leadingLine = chance(of: 12) ? "\r\n" : ""
        let head = ["\(method) \(target) HTTP/1.\(isOld ? 0 : 1)"] + fields + ["", ""]
        return Array((leadingLine + head.joined(separator: "\r\n")).utf8) + body
    }

    private mutating func body(isOld: Bool, fields: inout [String]) -> [UInt8] {
        switch Int.random(in: 0...(isOld ? 1 : 3), using: &random) {
        case 0: return []
        case 1:
            let content = self.content()
            fields.append("\(pick(["Content-Length", "content-length"])): \(pick(["", "00"]))\(content.count)")
            return content
        default:
            fields.append("Transfer-Encoding: \(pick(["chunked", "chunked", "Chunked"]))")
            return chunks()
        }
    }

    private mutating func chunks() -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let content = self.content()
            guard !content.isEmpty else { continue }
            let size = String(content.count, radix: 16, uppercase: chance(of: 2))
            bytes += Array("\(pick(["", "0", "000"]))\(size)\(pick(Self.extensions))\r\n".utf8) + content + [13, 10]
        }
        let trailer = (0..<Int.random(in: 0...2, using: &random)).map { _ in pick(Self.trailers) + "\r\n" }
        return bytes + Array("\(pick(["0", "000"]))\(pick(Self.extensions))\r\n\(trailer.joined())\r\n".utf8)
    }

    /// Bytes that look like lines to who is lost.
    private mutating func content() -> [UInt8] {
        let pieces = ["hello", "\r\n", "0\r\n\r\n", "GET / HTTP/1.1\r\n", "\0", "a: b\r\n", "\n", "5\r\n"]
        return (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in Array(pick(pieces).utf8) }
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices.randomElement(using: &random) ?? ""
    }

    private mutating func chance(of number: Int) -> Bool {
        Int.random(in: 0..<number, using: &random) == 0
    }
}
