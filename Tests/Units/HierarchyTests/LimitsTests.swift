import Hierarchy
import SecureMemory
import Testing

@Suite("What a page source may cost is bounded")
struct LimitsTests {
    @Test("elements nested 512 deep are read, and one more is refused")
    func depth() throws {
        #expect(try Hierarchy(nested(512)).elements.count == 512)
        let error = #expect(throws: HierarchyError.self) { try Hierarchy(nested(513)) }
        #expect(error?.reason == .tooDeep(limit: 512))
    }

    @Test("elements nested 60 000 deep are refused, in XML and in JSON")
    func veryDeep() {
        let xml = #expect(throws: HierarchyError.self) { try Hierarchy(nested(60_000)) }
        #expect(xml?.reason == .tooDeep(limit: 512))
        let json = #expect(throws: HierarchyError.self) { try Hierarchy(String(repeating: "[", count: 60_000)) }
        #expect(json?.description == "line 1, column 9: arrays and objects may be nested 8 deep at most")
    }

    @Test("more elements than the limit are refused, in XML and in JSON")
    func elementCount() throws {
        let limits = HierarchyLimits(elementCount: 100)
        let nodes = String(repeating: "<node/>", count: 99)
        #expect(try Hierarchy("<hierarchy>\(nodes)</hierarchy>", limits: limits).elements.count == 100)
        let xml = #expect(throws: HierarchyError.self) {
            try Hierarchy("<hierarchy>\(nodes)<node/></hierarchy>", limits: limits)
        }
        #expect(xml?.reason == .tooManyElements(limit: 100))

        let boxes = Array(repeating: #"{"locator":"","boundingBox":null}"#, count: 101).joined(separator: ",")
        let json = #expect(throws: HierarchyError.self) { try Hierarchy("[\(boxes)]", limits: limits) }
        #expect(json?.reason == .tooManyElements(limit: 100))
    }

    @Test("more attributes of an element than the limit are refused where it begins")
    func attributeCount() throws {
        let attributes = (0..<256).map { "a\($0)='>'" }.joined(separator: " ")
        #expect(try Hierarchy("<hierarchy \(attributes)><node b=''/></hierarchy>").attributes.count == 257)
        let error = #expect(throws: HierarchyError.self) {
            try Hierarchy("<hierarchy>\n <node \(attributes) b=\"'\"/></hierarchy>")
        }
        #expect(error?.description == "line 2, column 2: an element has at most 256 attributes")
    }

    @Test("more bytes than the limit are refused before they are looked at")
    func byteCount() {
        let error = #expect(throws: HierarchyError.self) {
            try Hierarchy("<hierarchy/>", limits: HierarchyLimits(byteCount: 11))
        }
        #expect(error?.reason == .tooLarge(limit: 11))
        #expect(HierarchyLimits().byteCount == 8 << 20)
        #expect(HierarchyLimits().elementCount == 50_000)
    }

    private func nested(_ depth: Int) -> String {
        "<hierarchy>" + String(repeating: "<node>", count: depth - 1) + String(repeating: "</node>", count: depth - 1)
            + "</hierarchy>"
    }
}
