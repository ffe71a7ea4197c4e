import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Objects of result bundles, as carriers of texts")
struct RecordTests {
    private func texts(_ record: String) throws -> [String]? {
        let bytes = Array(record.utf8)
        return bytes.withUnsafeBytes { source in
            RecordCarrier(source)?.texts.filter(\.isValue).map { text in
                let caption = text.caption.map { String(decoding: source[$0], as: UTF8.self) } ?? ""
                return "\(caption)=\(String(decoding: source[text.range], as: UTF8.self))"
            }
        }
    }

    @Test("values are told with the members that they are of")
    func values() throws {
        let record = """
            [T[K2:_nV6:Issue1]K7:message[T[K2:_nV6:String]K2:_vV9:Größe 7]K4:list[S5:Array[S6:StringK2:_vV1:a][S6:StringK2:_vV1:b]]K4:nameV5:plain]
            """
        #expect(try texts(record.trimmingNewlines) == ["message=Größe 7", "list=a", "list=b", "name=plain"])
        #expect(try texts("[T[K2:_nV5:Empty]]") == [])
    }

    @Test(
        "what is cut off, or has other lengths, is no object",
        arguments: [
            "", "[T[K2:_nV5:Empty]", "[T[K2:_nV4:Empty]]", "[T[K2:_nV9:Empty]]", "[T[K2:_nV5:Empty]]]",
            "[T[K2:_nV5Empty]]",
            "[T[K2:_nV:]]", "[T[K2:_nV99999999999:a]]", "[T[K2:_nV5:Empty]]x", "[T[K2:_nV5:Empty]][T[K2:_nV5:Empty]]",
            "[TT]",
            String(repeating: "[T", count: 1_001) + String(repeating: "]", count: 1_001),
        ]
    )
    func malformed(record: String) throws {
        #expect(try texts(record) == nil)
    }

    @Test("what takes the place of a value has its own length, also of several in one text and of JSON in one")
    func lengths() throws {
        let record = "[T[K2:_nV6:Record]K5:title[S6:StringK2:_vV34:b@mail.example and c@mail.example.]K5:countV2:12]"
        #expect(
            try redacted(record)
                == "[T[K2:_nV6:Record]K5:title[S6:StringK2:_vV20:[email] and [email].]K5:countV2:12]"
        )
        let nested = #"[T[K2:_nV6:Record]K4:bodyV25:{"mail":"b@mail.example"}]"#
        #expect(try redacted(nested) == ##"[T[K2:_nV6:Record]K4:bodyV18:{"mail":"[email]"}]"##)
        #expect(try redacted(record, TextRules(kinds: [])) == record)
        let type = "[T[K2:_nV14:TypeDefinition]K4:name[S6:StringK2:_vV18:ActivityLogSection]]"
        #expect(try redacted(type) == type)
    }

    @Test("a value of several lines is searched line by line, and the member is its caption")
    func captions() throws {
        let record = "[T[K2:_nV6:Record]K8:passwordV9:hunter2!xK3:logV23:one\nmail b@mail.example]"
        let safe = try redacted(record)
        #expect(!safe.contains("hunter2") && !safe.contains("b@mail") && safe.contains("one\nmail [email]"))
        #expect(try texts(safe) != nil)
    }

    @Test("a secret in a name goes as one in a value does, and one across both is refused")
    func structure() throws {
        let record = "[T[K2:_nV9:flaming9z]K5:titleV3:one]"
        #expect(try redacted(record, secrets: ["flaming9z"]) == "[T[K2:_nV7:[KNOWN]]K5:titleV3:one]")
        #expect(throws: ContentFailure.self) { try redacted(record, secrets: ["titleV3:"]) }
    }

    @Test(
        "what was typed into a field that hides it is a secret of the whole run",
        arguments: [
            #"Type 'flaming9z' into "Password" SecureTextField"#,
            "t = 5.32s Type 'flaming9z' into SecureTextField (First Match)",
        ]
    )
    func typed(line: String) throws {
        let log = "Type 'blue' into TextField\n\(line)\nlater: flaming9z\n"
        let safe = try redacted(log)
        #expect(!safe.contains("flaming9z") && safe.contains("later: [") && safe.hasPrefix("Type 'blue' into"))
        let plain = log.replacing("SecureTextField", with: "TextField").replacing("Password", with: "Town")
        #expect(try redacted(plain).contains("later: flaming9z"))
    }
}

extension String {
    fileprivate var trimmingNewlines: String { filter { $0 != "\n" } }
}
