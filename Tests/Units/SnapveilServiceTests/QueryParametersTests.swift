import Testing

@testable import SnapveilService

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
