import Hierarchy
import SchemaChecks
import StrictJSON
import Testing

@Suite("The schema of a page says what its reader takes")
struct PageSchemaTests {
    private static let checks: SchemaChecks = {
        var schema = Page.schema.tree
        schema["$defs"] = ["Box": Page.boxSchema.tree]
        return SchemaChecks(schema)
    }()
    private static let frame = #"{"x":-1,"y":0.5,"width":1000000,"height":0}"#
    private static let box = #"{"locator":"a","role":"cell","text":"b","boundingBox":\#(frame)}"#

    /// Members of a page besides its viewport and its boxes, that are taken.
    private static let members = [
        #""scroll":{"x":0,"y":-3.5}"#, #""page":{"width":1,"height":1000000}"#, #""fullPage":true"#,
        #""clip":{"x":-1,"y":0,"width":1,"height":2}"#,
        #""scroll":null,"page":null,"fullPage":null,"clip":null"#,
    ]
    private static let taken =
        members.map { page($0) } + [
            page(viewport: #"{"width":1,"height":1,"scale":1.5}"#),
            page(viewport: #"{"width":1,"height":1,"scale":null}"#),
            page(boxes: "[]"), page(boxes: #"[\#(box),{"locator":"","boundingBox":null,"role":null,"text":null}]"#),
        ]

    /// Texts whose form is wrong, each in one place, and the place.
    private static let refused = [
        ("{}", "viewport"), (#"{"viewport":{"width":1,"height":1}}"#, "boxes"), (page(#""scale":2"#), "unknown member"),
        (page(viewport: "null"), "/viewport"), (page(viewport: #"{"width":0,"height":1}"#), "/viewport/width"),
        (page(viewport: #"{"width":1,"height":1e7}"#), "/viewport/height"),
        (page(viewport: #"{"width":1,"height":1,"scale":17}"#), "/viewport/scale"),
        (page(viewport: #"{"width":1,"height":1,"scale":0}"#), "/viewport/scale"),
        (page(#""scroll":{"x":0}"#), "/scroll"), (page(#""scroll":{"x":0,"y":1e7}"#), "/scroll/y"),
        (page(#""page":{"width":-1,"height":1}"#), "/page/width"), (page(#""fullPage":1"#), "/fullPage"),
        (page(#""clip":{"x":0,"y":0,"width":-1,"height":1}"#), "/clip"),
        (page(#""clip":{"x":0,"y":0,"width":1,"height":0}"#), "/clip"), (page(boxes: "{}"), "/boxes"),
        (page(boxes: #"[{"locator":"a"}]"#), "/boxes/0"), (page(boxes: #"[{"boundingBox":null}]"#), "/boxes/0"),
        (page(boxes: #"[{"locator":1,"boundingBox":null}]"#), "/boxes/0/locator"),
        (
            page(boxes: #"[\#(box),{"locator":"a","boundingBox":{"x":0,"y":0,"width":1,"height":-1}}]"#),
            "/boxes/1/boundingBox"
        ),
        (page(boxes: #"[{"locator":"a","boundingBox":{"x":1e9,"y":0,"width":1,"height":1}}]"#), "/boxes/0/boundingBox"),
        (
            page(boxes: #"[{"locator":"a","boundingBox":{"x":0,"y":0,"width":1,"height":"1"}}]"#),
            "/boxes/0/boundingBox/height"
        ),
        (page(boxes: #"[{"locator":"a","boundingBox":{"x":0,"y":0,"width":1}}]"#), "/boxes/0/boundingBox"),
    ]

    private static func page(
        _ member: String? = nil,
        viewport: String = #"{"width":1,"height":1}"#,
        boxes: String = "[\(box)]"
    ) -> String {
        #"{"viewport":\#(viewport),\#(member.map { $0 + "," } ?? "")"boxes":\#(boxes)}"#
    }

    @Test("what is taken is what the schema says", arguments: taken)
    func takes(source: String) throws {
        #expect(try Hierarchy(source).page != nil)
        #expect(try Self.checks.faults(in: source) == [])
    }

    @Test("what the schema does not say is refused, at its place", arguments: refused)
    func refuses(source: String, place: String) throws {
        let error = #expect(throws: HierarchyError.self) { try Hierarchy(source) }
        #expect(error?.description.contains(place) == true, "\(String(describing: error))")
        #expect(try Self.checks.faults(in: source) != [])
    }

    @Test("numbers that are not finite are refused", arguments: ["1e999", "NaN", "Infinity", "-1e999"])
    func infinite(number: String) {
        let frame = #"{"x":0,"y":0,"width":\#(number),"height":1}"#
        #expect(throws: HierarchyError.self) {
            try Hierarchy(Self.page(boxes: #"[{"locator":"a","boundingBox":\#(frame)}]"#))
        }
    }
}
