public import HTTPTypes

/// The head of a response on its way out (RFC 9112, section 4).
///
/// The fields that frame the message and manage the connection are written here and nowhere else. Nothing can be injected:
/// names and values are `HTTPField`s, which hold no line end, and the reason phrase is our own.
public struct ResponseHead: Sendable {
    /// The use of the connection after the response.
    public enum Persistence: Sendable, Hashable {
        /// Stays open, as HTTP/1.1 has it by default: nothing is written.
        case stays
        /// Stays open for a client of HTTP/1.0, which has to hear of it: `Connection: keep-alive`.
        case staysForHTTP10
        /// Is closed: `Connection: close`.
        case closes
        /// Changes to the protocol that the field `Upgrade` names, behind a 101: `Connection: upgrade`.
        case upgrades
    }

    /// The way in which a body says where it ends.
    public enum Body: Sendable, Hashable {
        /// By its number of bytes, or those of the one that GET would have had in a reply to HEAD.
        case bytes(Int)
        /// By a last chunk (RFC 9112, section 7.1).
        case chunks
        /// With the connection, for clients of HTTP/1.0.
        case untilClose
    }

    private let response: HTTPResponse
    private let body: Body
    private let isReplyToHead: Bool

    /// The head of a response to a request.
    ///
    /// - Parameters:
    ///   - response: Status and fields. Its `Content-Length`, `Transfer-Encoding`, `Connection`, `Keep-Alive` and `Date`
    ///     are left out.
    ///   - body: The body behind the head.
    ///   - method: The method of the request; nil if it is not known.
    public init(_ response: HTTPResponse, body: Body, to method: HTTPRequest.Method?) {
        self.response = response
        self.body = body
        self.isReplyToHead = method == .head
    }

    /// Whether this status can have a body at all (RFC 9112, section 6.3).
    private var statusAllowsBody: Bool {
        let code = response.status.code
        return code >= 200 && code != 204 && code != 304
    }

    /// Whether the body follows the head. It does not after 1xx, 204, 304 or HEAD.
    public var isFollowedByBody: Bool { statusAllowsBody && !isReplyToHead }

    /// The bytes of the head, up to and with the empty line.
    ///
    /// - Parameters:
    ///   - persistence: The use of the connection afterwards.
    ///   - date: The value of `Date`, as ``HTTPDate`` gives it.
    public func bytes(_ persistence: Persistence, date: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        let status = response.status
        bytes.append(contentsOf: "HTTP/1.1 ".utf8)
        for divisor in [100, 10, 1] { bytes.append(UInt8(ascii: "0") + UInt8(status.code / divisor % 10)) }
        bytes.append(.space)
        bytes.append(contentsOf: ReasonPhrase.text(status.code).utf8)
        bytes.append(contentsOf: "\r\nDate: ".utf8)
        bytes.append(contentsOf: date.utf8)
        bytes.append(contentsOf: "\r\n".utf8)
        for field in response.headerFields where !Self.isOurs(field.name) {
            bytes.append(contentsOf: field.name.rawName.utf8)
            bytes.append(contentsOf: ": ".utf8)
            field.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: "\r\n".utf8)
        }
        if statusAllowsBody {
            switch body {
            case .bytes(let count): bytes.append(contentsOf: "Content-Length: \(count)\r\n".utf8)
            case .chunks: bytes.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
            case .untilClose: break
            }
        }
        switch persistence {
        case .stays: break
        case .staysForHTTP10: bytes.append(contentsOf: "Connection: keep-alive\r\n".utf8)
        case .closes: bytes.append(contentsOf: "Connection: close\r\n".utf8)
        case .upgrades: bytes.append(contentsOf: "Connection: upgrade\r\n".utf8)
        }
        bytes.append(contentsOf: "\r\n".utf8)
        return bytes
    }

    private static func isOurs(_ name: HTTPField.Name) -> Bool {
        switch name.canonicalName {
        case "content-length", "transfer-encoding", "connection", "keep-alive", "date": true
        default: false
        }
    }

    /// The interim response that asks for the body (RFC 9110, section 15.2.1).
    public static let `continue` = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}

/// The words after the status code (RFC 9110, section 15; RFC 6585). They are always our own: no text of
/// a request can get there.
public enum ReasonPhrase {
    /// The phrase registered for a code; empty for the others, which the grammar allows.
    public static func text(_ code: Int) -> String {
        phrases[code] ?? ""
    }

    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
        409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
        425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
        511: "Network Authentication Required",
    ]
}

/// The date of a message, `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate: RFC 9110, section 5.6.7).
public enum HTTPDate {
    /// The text of a moment.
    ///
    /// - Parameter seconds: Seconds since 1970-01-01 00:00:00 UTC, without leap seconds, from the year 0 to 9999.
    public static func text(secondsSince1970 seconds: Int) -> String {
        let day = Int((Double(seconds) / 86400).rounded(.down))
        let second = seconds - day * 86400
        let date = civilDate(daysSince1970: day)
        let weekday = weekdays[((day % 7) + 11) % 7]
        let clock = "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
        let year = String(repeating: "0", count: max(0, 4 - String(date.year).count)) + String(date.year)
        return "\(weekday), \(padded(date.day)) \(months[date.month - 1]) \(year) \(clock) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The Gregorian date, by Howard Hinnant's `civil_from_days`: eras of 400 years that begin on the 1st of March, so
    /// that the leap day is the last of its year.
    private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
