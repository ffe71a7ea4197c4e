import Testing

@testable import OTLPTracing

/// W3C Trace Context, level 1, section 3.2.
@Suite("traceparent")
struct TraceContextTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test("is read and written again as it was", arguments: [true, false])
    func example(isSampled: Bool) throws {
        let text = "00-\(Self.trace)-\(Self.span)-\(isSampled ? "01" : "00")"
        let context = try #require(TraceContext(parent: text, state: "congo=t61rcWkgMzE"))
        #expect(context.traceID == Self.trace)
        #expect(context.spanID == Self.span)
        #expect(context.isSampled == isSampled)
        #expect(context.state == "congo=t61rcWkgMzE")
        #expect(context.parent == text)
    }

    @Test("of a later version is read as far as it is known, with flags that are not")
    func later() {
        #expect(TraceContext(parent: "cc-\(Self.trace)-\(Self.span)-09")?.isSampled == true)
        #expect(TraceContext(parent: "01-\(Self.trace)-\(Self.span)-02-what-comes-later")?.isSampled == false)
        #expect(TraceContext(parent: "01-\(Self.trace)-\(Self.span)-01.what") == nil)
    }

    @Test(
        "is none if it is malformed",
        arguments: [
            "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-01-",
            "ff-\(trace)-\(span)-01",
            "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span.uppercased())-01", "0x-\(trace)-\(span)-01",
            "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
            "00_\(trace)_\(span)_01", "00-\(trace)-\(span)-0g", " 00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01 ",
            "00-\(trace.dropLast())-\(span)0-01", "00-\(trace)-\(span)-0é",
        ]
    )
    func malformed(_ text: String) {
        #expect(TraceContext(parent: text) == nil)
    }

    @Test("goes on without a state that is too long, or no text")
    func state() {
        let parent = "00-\(Self.trace)-\(Self.span)-01"
        for state in [String(repeating: "a", count: 513), "a=\n", "ä=1"] {
            #expect(TraceContext(parent: parent, state: state)?.state == "")
        }
    }

    @Test("has names of its own that are no zeros, and never the same")
    func random() {
        let names = (0..<1000).map { _ in TraceContext.randomDigits(32) }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { TraceContext(parent: "00-\($0)-\($0.prefix(16))-01") != nil })
    }
}
