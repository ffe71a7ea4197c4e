import HTTPTypes
import ImageCore
import Testing

@testable import RedactionJobs
@testable import SnapveilService

@Suite("The Accept field decides the form of the reply")
struct NegotiationTests {
    @Test(
        "the form that is wanted most is sent; a client that takes anything gets the image",
        arguments: [
            (nil, ReplyForm.image, OutputFormat.Kind.allCases),
            ("*/*", .image, OutputFormat.Kind.allCases),
            ("image/*", .image, OutputFormat.Kind.allCases),
            ("image/png", .image, [.png]),
            ("IMAGE/JPEG", .image, [.jpeg]),
            ("image/jpeg;q=0.5, image/png;q=0.9", .image, [.png]),
            ("application/json", .json, OutputFormat.Kind.allCases),
            ("application/json, text/plain, */*", .json, OutputFormat.Kind.allCases),
            ("application/json;q=0.5, image/*", .image, OutputFormat.Kind.allCases),
            ("text/html, application/xhtml+xml, */*;q=0.8", .image, OutputFormat.Kind.allCases),
            ("image/avif,image/webp,image/png,image/*;q=0.8,*/*;q=0.5", .image, [.png, .webp]),
            ("multipart/mixed", .multipart, OutputFormat.Kind.allCases),
            ("multipart/mixed, application/json;q=0.9", .multipart, OutputFormat.Kind.allCases),
            ("image/png;q=0, */*", .image, [.jpeg, .webp]),
        ]
    )
    func form(accept: String?, form: ReplyForm, formats: [OutputFormat.Kind]) throws {
        let negotiated = try ReplyForm.negotiate(AcceptField(accept), format: nil)
        #expect(negotiated.form == form)
        #expect(negotiated.formats == formats)
    }

    @Test("a format in the query is the only one")
    func demandedFormat() throws {
        #expect(try ReplyForm.negotiate(AcceptField(nil), format: .jpeg).formats == [.jpeg])
        #expect(try ReplyForm.negotiate(AcceptField("application/json"), format: .jpeg).formats == [.jpeg])
        let error = #expect(throws: Problem.self) {
            try ReplyForm.negotiate(AcceptField("image/png"), format: .jpeg)
        }
        #expect(error?.status.code == 406)
    }

    @Test(
        "what cannot be given is a 406",
        arguments: ["text/html", "image/gif", "image/png;q=0", "application/json;q=nan", "png", "*/png"]
    )
    func notAcceptable(accept: String) {
        let error = #expect(throws: Problem.self) { try ReplyForm.negotiate(AcceptField(accept), format: nil) }
        #expect(error?.status.code == 406)
    }
}

@Suite("The query of a request is read as a form")
struct QueryParametersTests {
    @Test("names and values are decoded, in their order, and only the first equals sign parts them")
    func decoding() throws {
        let query = try QueryParameters(target: "/path?color=%23fff&text=a+b%2Bc%C3%A9&r%65gion=1=2?&&flag&color=")
        #expect(query.pairs.map(\.name) == ["color", "text", "region", "flag", "color"])
        #expect(query.pairs.map(\.value) == ["#fff", "a b+cé", "1=2?", "", ""])
    }

    @Test("without a question mark, or with nothing behind it, there are none", arguments: ["/path", "/?", "/?&"])
    func empty(target: String) throws {
        #expect(try QueryParameters(target: target).pairs.isEmpty)
    }

    @Test(
        "an escape that is cut off, of other than hexadecimal digits, or of bytes that are no UTF-8 is refused",
        arguments: ["%", "%2", "a%", "%2&a=1", "%zz", "%+1", "%-1", "%ff", "%c3", "%c3=%a9", "%ed%a0%80"]
    )
    func malformed(query: String) {
        #expect {
            try QueryParameters(target: "/?\(query)")
        } throws: { error in
            (error as? Problem)?.kind.code == "query-malformed"
        }
    }
}
