import HTTPParsing
import Testing

@Suite("A media type is read strictly")
struct MediaTypeTests {
    static let accepted: [(String, String, [String])] = [
        ("image/png", "image/png", []),
        ("Image/PNG", "image/png", []),
        ("text/plain;charset=UTF-8", "text/plain", ["charset", "UTF-8"]),
        ("text/plain ; Charset=\"utf-8\"\t;  x=y ", "text/plain", ["charset", "utf-8", "x", "y"]),
        (#"a/b; q="a \"b\" \\ \c;=""#, "a/b", ["q", #"a "b" \ c;="#]),
        ("a/b; q=\"\"", "a/b", ["q", ""]),
        ("a/b;", "a/b", []),
        ("a/b; ; c=d", "a/b", ["c", "d"]),
        ("application/vnd.api+json", "application/vnd.api+json", []),
    ]

    @Test("type, subtype and parameter names are in lower case, values as they are", arguments: accepted)
    func accepts(text: String, essence: String, parameters: [String]) throws {
        let mediaType = try MediaType(parsing: text)
        #expect(mediaType.essence == essence)
        #expect(mediaType.parameters.flatMap { [$0.name, $0.value] } == parameters)
    }

    static let refused: [(String, MediaTypeError)] = [
        ("", .malformed(offset: 0)),
        ("image", .malformed(offset: 5)),
        ("image/", .malformed(offset: 6)),
        ("/png", .malformed(offset: 0)),
        (" image/png", .malformed(offset: 0)),
        ("image /png", .malformed(offset: 5)),
        ("image/png, image/png", .malformed(offset: 9)),
        ("image/png charset=x", .malformed(offset: 10)),
        ("a/b; c", .malformed(offset: 6)),
        ("a/b; c =d", .malformed(offset: 6)),
        ("a/b; c= d", .malformed(offset: 7)),
        ("a/b; c=", .malformed(offset: 7)),
        ("a/b; =d", .malformed(offset: 5)),
        ("a/b; c=d e", .malformed(offset: 9)),
        ("a/b; c=\"d", .malformed(offset: 9)),
        ("a/b; c=\"d\\", .malformed(offset: 10)),
        ("a/b; c=\"d\\\"", .malformed(offset: 11)),
        ("a/b; c=\"d\"e", .malformed(offset: 10)),
        ("a/b; c=\"d\r\n\"", .malformed(offset: 9)),
        ("a/b; c=\"\u{7F}\"", .malformed(offset: 8)),
        ("a/b; c=\"é\"", .malformed(offset: 8)),
        ("a/b; c=é", .malformed(offset: 7)),
        ("a/b\0", .malformed(offset: 3)),
        ("a/b; c=d; C=e", .repeatedParameter("c")),
        ("multipart/form-data; boundary=a; boundary=a", .repeatedParameter("boundary")),
    ]

    @Test("what does not follow the grammar is refused at its place", arguments: refused)
    func refuses(text: String, expected: MediaTypeError) throws {
        #expect(try #require(throws: MediaTypeError.self) { try MediaType(parsing: text) } == expected)
    }
}

@Suite("A boundary is one that RFC 2046 allows")
struct MultipartBoundaryTests {
    static let accepted = [
        ("multipart/form-data; boundary=b", "b"),
        ("Multipart/Form-Data;boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW", "----WebKitFormBoundary7MA4YWxkTrZu0gW"),
        (
            #"multipart/form-data; boundary="5d0c2b3e-8a30-4d9c-9f5f-6d1ac2f0c1de""#,
            "5d0c2b3e-8a30-4d9c-9f5f-6d1ac2f0c1de"
        ),
        (#"multipart/form-data; charset=utf-8; boundary="----=_Part_0_1:(2)'+,/?. x""#, "----=_Part_0_1:(2)'+,/?. x"),
    ]

    @Test("the boundary is the parameter's value", arguments: accepted)
    func accepts(contentType: String, boundary: String) throws {
        #expect(try MultipartBoundary(of: MediaType(parsing: contentType)).text == boundary)
    }

    static let refused: [(String, MultipartError)] = [
        ("multipart/mixed; boundary=b", .notFormData("multipart/mixed")),
        ("image/png", .notFormData("image/png")),
        ("multipart/form-data", .missingBoundary),
        ("multipart/form-data; boundary=\"\"", .invalidBoundary),
        ("multipart/form-data; boundary=\"b \"", .invalidBoundary),
        ("multipart/form-data; boundary=\"b\\\"\"", .invalidBoundary),
        ("multipart/form-data; boundary=b*", .invalidBoundary),
        ("multipart/form-data; boundary=\"b\tc\"", .invalidBoundary),
        ("multipart/form-data; boundary=\(String(repeating: "b", count: 71))", .invalidBoundary),
    ]

    @Test("another type, no boundary or a bad one is refused", arguments: refused)
    func refuses(contentType: String, expected: MultipartError) throws {
        let mediaType = try MediaType(parsing: contentType)
        #expect(try #require(throws: MultipartError.self) { try MultipartBoundary(of: mediaType) } == expected)
    }

    @Test("a boundary of 70 characters is the longest")
    func longest() throws {
        let boundary = String(repeating: "b", count: 70)
        #expect(try MultipartBoundary(boundary).text == boundary)
    }
}
