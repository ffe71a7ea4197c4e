import HTTPTypes

/// The fields that decide on the end of a message, its target and the fate of the connection.
///
/// Where RFC 9112 leaves a choice between repairing and refusing, this refuses: two readers that repair differently are
/// how requests get smuggled.
struct ControlFields {
    private(set) var host: String?
    /// The place of `Host` among the fields.
    private(set) var hostIndex: Int?
    private(set) var framing = BodyFraming.none
    private(set) var expectsContinue = false
    private(set) var connectionCloses = false
    private(set) var connectionKeepAlive = false

    init(_ fields: borrowing HTTPFields, minorVersion: Int) throws(RequestError) {
        var contentLength: Int?
        var isChunked = false
        for index in 0..<fields.count {
            let field = fields[index]
            switch field.name.canonicalName {
            case "host":
                guard host == nil else { throw .repeatedHost }
                host = try Self.host(field.value)
                hostIndex = index
            case "content-length":
                guard contentLength == nil else { throw .repeatedContentLength }
                contentLength = try Self.contentLength(field.value)
            case "transfer-encoding":
                // Names of codings have no case (RFC 9112, section 7). Chunked twice is not chunked (section 6.1).
                guard !isChunked, field.value.utf8.span.equals("chunked", ignoringCase: true) else {
                    throw .unsupportedTransferEncoding
                }
                isChunked = true
            case "connection":
                readConnection(field.value)
            case "expect":
                guard field.value.utf8.span.equals("100-continue", ignoringCase: true) else {
                    throw .unsupportedExpectation
                }
                expectsContinue = true
            default:
                continue
            }
        }
        guard minorVersion == 0 || host != nil else { throw .missingHost }
        if isChunked {
            guard minorVersion == 1 else { throw .transferEncodingInHTTP10 }
            guard contentLength == nil else { throw .transferEncodingWithContentLength }
            framing = .chunked
        } else if let contentLength {
            framing = .length(contentLength)
        }
    }

    private static func host(_ value: String) throws(RequestError) -> String {
        guard Authority.isValid(value.utf8.span) else { throw .malformedHost }
        return value
    }

    /// 1*DIGIT that fits; no sign, no list, no space (RFC 9110, section 8.6).
    private static func contentLength(_ value: String) throws(RequestError) -> Int {
        let digits = value.utf8.span
        guard digits.count > 0 else { throw .malformedContentLength }
        var length = 0
        for index in digits.indices {
            guard digits[index] != UInt8(ascii: ",") else { throw .repeatedContentLength }
            guard digits[index].isDigit else { throw .malformedContentLength }
            let (product, productOverflows) = length.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflows) = product.addingReportingOverflow(Int(digits[index] & 0x0F))
            guard !productOverflows, !sumOverflows else { throw .malformedContentLength }
            length = sum
        }
        return length
    }

    /// Looks for `close` and `keep-alive` in a list of tokens (RFC 9110, section 7.6.1); other options mean nothing here.
    private mutating func readConnection(_ value: String) {
        let list = value.utf8.span
        var start = 0
        while start <= list.count {
            let end = list.firstIndex(of: UInt8(ascii: ","), from: start) ?? list.count
            let member = list.extracting(start..<end)
            let option = member.extracting(member.boundsWithoutWhitespace)
            if option.equals("close", ignoringCase: true) { connectionCloses = true }
            if option.equals("keep-alive", ignoringCase: true) { connectionKeepAlive = true }
            start = end + 1
        }
    }
}
