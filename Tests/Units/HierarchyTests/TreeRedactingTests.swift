import Foundation
import Hierarchy
import Samples
import SecureMemory
import Testing

@Suite("A tree comes back as JSON without the texts of covered elements")
struct TreeRedactingTests {
    @Test("no covered text is left, however it is written and wherever it stands", arguments: TreeSample.allCases)
    func texts(_ sample: TreeSample) throws {
        let hierarchy = try sample.hierarchy
        let covered = try sample.secrets.map { try hierarchy.index($0) }
        let redacted = try hierarchy.source(redacting: covered).bytes
        let again = try Hierarchy(parsing: redacted)
        #expect(again.kind == sample.kind)
        #expect(again.elements.map(\.frame) == hierarchy.elements.map(\.frame))
        #expect(again.elements.map(\.parent) == hierarchy.elements.map(\.parent))
        #expect(again.tags == hierarchy.tags)
        for index in again.attributes.indices {
            let digits = again.value(of: again.attributes[index]).string.filter(\.isNumber)
            #expect(!digits.contains("7402832096233111"))
        }
        guard sample.statesTexts else { return }
        let pay = try again.index(sample == .droidbot ? "com.shop:id/pay" : "pay")
        #expect((again.text(.value, of: pay) ?? again.text(.label, of: pay))?.string == "Pay with [redacted]")
        #expect(again.text(.value, of: covered[0])?.string == "[redacted]")
    }

    @Test("a source without covered elements comes back as it is", arguments: TreeSample.allCases)
    func nothing(_ sample: TreeSample) throws {
        #expect(try sample.hierarchy.source(redacting: []).bytes.string == sample.text)
    }

    @Test("what is null reads like what was typed")
    func null() throws {
        let text = TreeSample.webDriverAgent.text
        let typed = text.replacing(
            #""name": "pin", "value": null, "label": null"#,
            with: #""name": "pin", "value": "81\u00374", "label": "Code""#
        )
        #expect(typed != text)
        #expect(try Hierarchy(typed).redacted("pin") == Hierarchy(text).redacted("pin"))
    }

    @Test("values that are no strings are replaced as a whole, and texts in them found")
    func otherValues() throws {
        let hierarchy = try Hierarchy(
            #"{"views":[{"bounds":[[0,0],[9,9]],"children":[1,2]},"#
                + #"{"resource_id":"a","text":7402832,"extra":{"x":["z"]},"bounds":[[0,0],[9,9]],"children":[]},"#
                + #"{"resource_id":"b","notes":["say \u0037402832"],"id":7402832,"bounds":[[0,0],[9,9]],"children":[]}]}"#
        )
        let redacted = try hierarchy.redacted("a")
        #expect(
            redacted
                == #"{"views":[{"bounds":[[0,0],[9,9]],"children":[1,2]},"#
                + #"{"resource_id":"a","text":"[redacted]","extra":"[redacted]","bounds":[[0,0],[9,9]],"children":[]},"#
                + #"{"resource_id":"b","notes":"[redacted]","id":7402832,"bounds":[[0,0],[9,9]],"children":[]}]}"#
        )
    }

    @Test("members that hold elements elsewhere are searched, too")
    func elsewhere() throws {
        let state = try Hierarchy(
            #"{"children":["7402832"],"views":[{"resource_id":"a","text":"7402832","views":["7402832"],"children":[]}]}"#
        )
        #expect(try !state.redacted("a").contains("7402832"))
        let tree = try Hierarchy(
            #"{"rendering_system":"UIKIT","children":["7402832"],"windows":[{"identifier":"a","value":"7402832"},"#
                + #"{"windows":[{"value":"7402832"}]}]}"#
        )
        #expect(try !tree.redacted("a").contains("7402832"))
    }

    @Test("digests of droidbot, for which short texts can be tried, go where they are of a covered text")
    func digests() throws {
        let redacted = try TreeSample.droidbot.hierarchy.redacted("com.shop:id/card")
        for digest in ["0cc175b9", "92eb5ffe", "4a8a08f0"] { #expect(!redacted.contains(digest)) }
        #expect(redacted.contains("8277e091"))
        #expect(redacted.contains(#""signature": "[class]android.widget.Button[text]Pay with [redacted][enabled,,]""#))
    }

    @Test("other tools still read it as JSON", arguments: TreeSample.allCases)
    func json(_ sample: TreeSample) throws {
        let hierarchy = try sample.hierarchy
        let redacted = try hierarchy.source(redacting: Array(hierarchy.elements.indices)).bytes.string
        #expect(try JSONSerialization.jsonObject(with: Data(redacted.utf8)) is [String: Any])
        #expect(try Hierarchy(redacted).elements.map(\.frame) == hierarchy.elements.map(\.frame))
    }
}

extension Hierarchy {
    fileprivate var tags: [String] { elements.indices.map(tagName) }
}
