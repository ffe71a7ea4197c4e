import HTTPTypes
import ImageCore
import Testing

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
