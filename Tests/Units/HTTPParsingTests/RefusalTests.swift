import HTTPParsing
import HTTPTypes
import Testing

@Suite("Malformed requests are refused")
struct RefusalTests {
    @Test("RFC 9112 section 2.2: lines end with CR LF and hold no controls", arguments: Refusal.lines)
    func lines(_ refusal: Refusal) { check(refusal) }

    @Test("RFC 9112 section 3: the request line is three parts with one space between", arguments: Refusal.requestLine)
    func requestLine(_ refusal: Refusal) { check(refusal) }

    @Test("RFC 9112 section 2.3: the version is HTTP/1.0 or HTTP/1.1", arguments: Refusal.version)
    func version(_ refusal: Refusal) { check(refusal) }

    @Test("RFC 9112 section 3.2: the target is of a form that fits the method", arguments: Refusal.target)
    func target(_ refusal: Refusal) { check(refusal) }

    @Test("RFC 9112 section 3.2: there is one valid Host", arguments: Refusal.host)
    func host(_ refusal: Refusal) { check(refusal) }

    @Test("RFC 9112 section 5: a field is a name, a colon and a value on one line", arguments: Refusal.fields)
    func fields(_ refusal: Refusal) { check(refusal) }

    @Test("RFC 9112 section 6: there is one way to find the end of the body", arguments: Refusal.framing)
    func framing(_ refusal: Refusal) { check(refusal) }

    @Test("RFC 9112 section 7.1: chunks are well-formed", arguments: Refusal.chunks)
    func chunks(_ refusal: Refusal) { check(refusal) }

    @Test("RFC 9110 section 10.1.1: only 100-continue can be expected", arguments: Refusal.expectation)
    func expectation(_ refusal: Refusal) { check(refusal) }

    @Test(
        "each error has the status that RFC 9110 has for it",
        arguments: [
            (RequestError.bareLineFeed, 400), (.missingHost, 400), (.repeatedContentLength, 400),
            (.unsupportedTransferEncoding, 400), (.malformedChunkSize, 400), (.chunkLineTooLong(limit: 1), 400),
            (.headTooSlow, 408), (.bodyTooSlow, 408), (.bodyTooLarge(limit: 1), 413),
            (.requestLineTooLong(limit: 1), 414),
            (.unsupportedExpectation, 417), (.fieldTooLong(limit: 1), 431), (.fieldsTooLong(limit: 1), 431),
            (.tooManyFields(limit: 1), 431), (.unsupportedMethod, 501), (.unsupportedVersion, 505),
        ]
    )
    func status(_ error: RequestError, _ code: Int) {
        #expect(error.status.code == code)
        #expect(error.description.hasSuffix("."))
    }

    @Test("after an error the same error comes again, whatever is fed")
    func errorsStay() {
        var parser = RequestParser()
        let bytes = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        for _ in 0..<2 {
            var position = 0
            #expect(throws: RequestError.missingHost) {
                while true { _ = try parser.next(in: bytes.span, at: &position) }
            }
        }
    }

    private func check(_ refusal: Refusal) {
        let parsed = Parsed(refusal.input)
        #expect(parsed.error == refusal.error)
        #expect(parsed.requests.allSatisfy { $0.trailer == nil }, "a request was taken for complete")
    }
}
