import BoundedWork
import HTTPParsing
import SecureMemory
import Testing

@Suite("A form that could be taken apart in two ways is refused")
struct MultipartRefusalTests {
    private static let part = "Content-Disposition: form-data; name=\"a\"\r\n\r\nx"

    static let framing: [(String, MultipartError)] = [
        ("", .missingFirstDelimiter),
        ("-", .missingFirstDelimiter),
        ("--", .missingFirstDelimiter),
        ("--c\r\n\(part)\r\n--c--", .missingFirstDelimiter),
        ("preamble\r\n--b\r\n\(part)\r\n--b--", .missingFirstDelimiter),
        ("\r\n\r\n--b\r\n\(part)\r\n--b--", .missingFirstDelimiter),
        ("\n--b\r\n\(part)\r\n--b--", .missingFirstDelimiter),
        (" --b\r\n\(part)\r\n--b--", .missingFirstDelimiter),
        ("--b", .missingClosingDelimiter),
        ("--b\n\(part)\r\n--b--", .malformedDelimiter(afterPart: 0)),
        ("--b \r\n\(part)\r\n--b--", .malformedDelimiter(afterPart: 0)),
        ("--bb\r\n\(part)\r\n--b--", .malformedDelimiter(afterPart: 0)),
        ("--b-\r\n\(part)\r\n--b--", .malformedDelimiter(afterPart: 0)),
        ("--b\r", .malformedDelimiter(afterPart: 0)),
        ("--b\r\n", .missingClosingDelimiter),
        ("--b\r\n\(part)", .missingClosingDelimiter),
        ("--b\r\n\(part)\r\n--", .missingClosingDelimiter),
        ("--b\r\n\(part)\r\n--b", .missingClosingDelimiter),
        ("--b\r\n\(part)--b--", .missingClosingDelimiter),
        ("--b\r\n\(part)\r\n--b-", .malformedDelimiter(afterPart: 1)),
        ("--b\r\n\(part)\r\n--b\r\n", .missingClosingDelimiter),
        ("--b\r\n\(part)\r\n--bx\r\n--b--", .malformedDelimiter(afterPart: 1)),
        ("--b\r\n\(part)\r\n--b \r\n--b--", .malformedDelimiter(afterPart: 1)),
        ("--b\r\n\(part)\n--b--", .lineFeedAlone(part: 1)),
        ("--b\r\n\(part)\n--b\r\n\(part)\r\n--b--", .lineFeedAlone(part: 1)),
        ("--b\r\n\(part)\r\n--b--\n", .bytesAfterEnd),
        ("--b\r\n\(part)\r\n--b--\r", .bytesAfterEnd),
        ("--b\r\n\(part)\r\n--b-- ", .bytesAfterEnd),
        ("--b\r\n\(part)\r\n--b---", .bytesAfterEnd),
        ("--b\r\n\(part)\r\n--b--\r\nepilogue", .bytesAfterEnd),
        ("--b\r\n\(part)\r\n--b--\r\n--b\r\n\(part)\r\n--b--", .bytesAfterEnd),
        ("--b--\r\n", .noParts),
        ("--b--", .noParts),
    ]

    @Test("delimiters and line ends are exact", arguments: framing)
    func refusesFraming(text: String, expected: MultipartError) throws {
        #expect(try #require(throws: MultipartError.self) { try MultipartFixture.parse(text) } == expected)
    }

    private static let named = "Content-Disposition: form-data; name=a"

    static let headers: [(String, String?, MultipartError.PartFault)] = [
        ("Content-Type: image/png", nil, .missingDisposition),
        ("Content Disposition: form-data; name=a", nil, .malformedHeader(line: 1)),
        ("Content-Disposition : form-data; name=a", nil, .malformedHeader(line: 1)),
        ("Content-Disposition form-data", nil, .malformedHeader(line: 1)),
        (": form-data", nil, .malformedHeader(line: 1)),
        ("\(named)\r\n folded", nil, .malformedHeader(line: 2)),
        ("\(named)\r\n\tfolded", nil, .malformedHeader(line: 2)),
        ("\(named)\nContent-Type: a/b", nil, .malformedHeader(line: 1)),
        ("X: a\0b", nil, .malformedHeader(line: 1)),
        ("X: a\rb", nil, .malformedHeader(line: 1)),
        ("X: a\u{7F}b", nil, .malformedHeader(line: 1)),
        ("é: a", nil, .malformedHeader(line: 1)),
        ("\(named)\r\n\(named)", nil, .repeatedHeader("content-disposition")),
        ("\(named)\r\ncontent-disposition: form-data; name=b", nil, .repeatedHeader("content-disposition")),
        ("\(named)\r\nContent-Type: a/b\r\nCONTENT-TYPE: a/b", nil, .repeatedHeader("content-type")),
        ("Content-Disposition: attachment; name=a", nil, .notFormData),
        ("Content-Disposition:", nil, .malformedDisposition(offset: 0)),
        ("\(named)\r\nContent-Type: image", "a", .malformedContentType),
        ("\(named)\r\nContent-Type:", "a", .malformedContentType),
        ("\(named)\r\nContent-Transfer-Encoding: base64", "a", .transferEncoded),
        ("\(named)\r\nContent-Transfer-Encoding: quoted-printable", "a", .transferEncoded),
        ("\(named)\r\nContent-Transfer-Encoding: ", "a", .transferEncoded),
    ]

    @Test("headers are well-formed, and those that are read stand once", arguments: headers)
    func refusesHeaders(headers: String, name: String?, fault: MultipartError.PartFault) throws {
        let text = MultipartFixture.form(headers: headers)
        let error = try #require(throws: MultipartError.self) { try MultipartFixture.parse(text) }
        #expect(error == .part(number: 1, name: name, fault))
    }

    static let dispositions: [(String, MultipartError.PartFault)] = [
        ("form-data", .missingName),
        ("form-data; filename=a", .missingName),
        ("form-data; name=\"\"", .missingName),
        ("form-data; name=", .malformedDisposition(offset: 16)),
        ("form-data; name", .malformedDisposition(offset: 15)),
        ("form-data; name = a", .malformedDisposition(offset: 15)),
        ("form-data name=a", .malformedDisposition(offset: 10)),
        ("form-data, name=a", .malformedDisposition(offset: 9)),
        ("form-data; name=\"a", .malformedDisposition(offset: 18)),
        ("form-data; name=\"a\"b", .malformedDisposition(offset: 19)),
        ("form-data; name=é", .malformedDisposition(offset: 16)),
        ("form-data; name=a; name=a", .repeatedParameter("name")),
        ("form-data; name=a; Name=b", .repeatedParameter("name")),
        ("form-data; name=a; filename=b; filename=c", .repeatedParameter("filename")),
        ("form-data; name=a; name*=utf-8''b", .extendedName),
        ("form-data; name*0=a; name*1=b", .extendedName),
        (#"form-data; name="a\"b""#, .backslashInName),
        (#"form-data; name="a\\b""#, .backslashInName),
        (#"form-data; name="a\b""#, .backslashInName),
        (#"form-data; name="a\"; filename="b""#, .malformedDisposition(offset: 32)),
        ("form-data; name=\"\(String(repeating: "n", count: 257))\"", .nameTooLong(limit: 256)),
    ]

    @Test("a part has one name, which is read in one way", arguments: dispositions)
    func refusesDisposition(disposition: String, fault: MultipartError.PartFault) throws {
        let text = MultipartFixture.form(disposition: disposition)
        let error = try #require(throws: MultipartError.self) { try MultipartFixture.parse(text) }
        guard case .part(1, _, fault) = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test("a name that is not UTF-8 is refused")
    func refusesMalformedUTF8() throws {
        let head = Array("--b\r\nContent-Disposition: form-data; name=\"".utf8)
        let bytes = try SecureBytes(copying: head + [0xC3, 0x28] + Array("\"\r\n\r\nx\r\n--b--".utf8))
        let error = try #require(throws: MultipartError.self) {
            try MultipartForm.parse(bytes, boundary: MultipartBoundary("b"))
        }
        #expect(error == .part(number: 1, name: nil, .malformedDisposition(offset: 17)))
    }

    @Test("a part without headers is refused, with and without an empty line")
    func refusesPartsWithoutHeaders() throws {
        for text in ["--b\r\n\r\nx\r\n--b--", "--b\r\n\r\n--b--", "--b\r\n--b--"] {
            let error = try #require(throws: MultipartError.self) { try MultipartFixture.parse(text) }
            #expect(error == .part(number: 1, name: nil, .missingDisposition))
        }
        let error = try #require(throws: MultipartError.self) {
            try MultipartFixture.parse("--b\r\n\(Self.named)\r\n--b--")
        }
        #expect(error == .part(number: 1, name: nil, .malformedHeader(line: 1)))
    }

    @Test("two parts of one name are refused, and the second is named")
    func refusesRepeatedNames() throws {
        let text = "--b\r\n\(Self.part)\r\n--b\r\n\(Self.part)\r\n--b--\r\n"
        let error = try #require(throws: MultipartError.self) { try MultipartFixture.parse(text) }
        #expect(error == .part(number: 2, name: "a", .repeatedName))
        #expect(error.description == #"part 2 ("a"): an earlier part has the same name"#)
    }

    @Test("what an error shows of a name is short, and does not steer a terminal")
    func harmlessNames() throws {
        let part =
            "--b\r\nContent-Disposition: form-data; name=\"%0D%0A\u{202E}\(String(repeating: "n", count: 99))\"\r\n\r\n\r\n"
        let error = try #require(throws: MultipartError.self) { try MultipartFixture.parse(part + part + "--b--") }
        let shown = #"\u{D}\u{A}\u{202E}"# + String(repeating: "n", count: 46) + "…"
        #expect(error.description == "part 2 (\"\(shown)\"): an earlier part has the same name")
    }

    @Test("the number of parts is bounded")
    func partCount() throws {
        func form(_ count: Int) -> String {
            (0..<count).map { "--b\r\nContent-Disposition: form-data; name=p\($0)\r\n\r\n\r\n" }.joined() + "--b--"
        }
        #expect(try MultipartFixture.parse(form(32)).parts.count == 32)
        let error = try #require(throws: MultipartError.self) { try MultipartFixture.parse(form(33)) }
        #expect(error == .tooManyParts(limit: 32))
    }

    @Test("the headers of a part are bounded, ended or not")
    func headerBytes() throws {
        let limits = MultipartLimits(headerByteCount: 100)
        func form(_ count: Int) -> String {
            let start = "\(Self.named)\r\nX: "
            return MultipartFixture.form(headers: start + String(repeating: "x", count: count - start.utf8.count - 4))
        }
        #expect(try MultipartFixture.parse(form(100), limits: limits)["a"]?.text == "x")
        for text in [
            form(101), form(150), form(10_000),
            MultipartFixture.form(headers: "\(Self.named)\r\n" + String(repeating: "A: b\r\n", count: 30)),
        ] {
            let error = try #require(throws: MultipartError.self) { try MultipartFixture.parse(text, limits: limits) }
            #expect(error == .part(number: 1, name: nil, .headersTooLong(limit: 100)))
        }
    }
}

@Suite("A form that nobody waits for is not read to its end")
struct MultipartCancellationTests {
    @Test("it is neither taken nor refused for what it says")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let text = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b--\r\n"
        let body = try SecureBytes(copying: Array(text.utf8))
        #expect(throws: MultipartError.cancelled) {
            try MultipartForm.parse(body, boundary: MultipartBoundary("b"), cancellation: cancellation)
        }
    }
}
