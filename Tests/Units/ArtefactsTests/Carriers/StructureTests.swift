import Testing

@Suite("Secrets are taken out of what lies between texts, too")
struct StructureTests {
    @Test(
        "in tags, names of attributes, instructions and marks",
        arguments: [
            ("<p flaming9z=1><flaming9z/><?x flaming9z?></p>", "<p [secret]=1><[secret]/><?x [secret]?></p>"),
            ("<!doctype flaming9z><p>a</p>", "<!doctype [secret]><p>a</p>"),
            ("<p><img src=*x flaming9z\ny", "<p><img src=*x [secret]\ny"),
        ]
    )
    func markup(text: String, expected: String) throws {
        let told = "<input type=\"password\" value=\"flaming9z\">"
        #expect(try redacted(text + told) == expected + told.replacing("flaming9z", with: "[secret]"))
    }

    @Test("words of the format that somebody typed into a field stay there")
    func words() throws {
        let text = "<textarea>mail</textarea><input type=\"password\" value=\"textarea\">"
        #expect(try redacted(text).hasPrefix("<textarea>mail</textarea>"))
    }

    @Test("of secrets that are known, the words, too")
    func known() throws {
        #expect(try redacted("<p textarea=1>a</p>", secrets: ["textarea"]) == "<p [KNOWN]=1>a</p>")
    }
}
