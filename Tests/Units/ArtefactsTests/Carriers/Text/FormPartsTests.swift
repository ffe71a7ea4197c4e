import SecureMemory
import Testing

@Suite("Fields for secrets of forms in parts are taken out, and told")
struct FormPartsTests {
    @Test(
        "a field is known wherever a text has the form",
        arguments: [
            (
                "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nflaming 9\r\n--x--\r\nflaming 9",
                "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n[secret]\r\n--x--\r\n[secret]"
            ),
            (
                "Content-Disposition: form-data; name=\"a\"\n\nb\nContent-Disposition: form-data; name=pin\n\n4471\n--",
                "Content-Disposition: form-data; name=\"a\"\n\nb\nContent-Disposition: form-data; name=pin\n\n[secret]\n--"
            ),
            (
                #"{"text":"--x\r\nContent-Disposition: form-data; name=\"password\"\r\nA: b\r\n\r\nflaming 9\r\n--x--"}"#,
                #"{"text":"--x\r\nContent-Disposition: form-data; name=\"password\"\r\nA: b\r\n\r\n[secret]\r\n--x--"}"#
            ),
            (
                "<pre>Content-Disposition: form-data; name=\"password\"\n\nflaming 9\n--</pre>",
                "<pre>Content-Disposition: form-data; name=\"password\"\n\n[secret]\n--</pre>"
            ),
            (
                "Content-Disposition: form-data; name=\"password\"\n\nflaming 9",
                "Content-Disposition: form-data; name=\"password\"\n\n[secret]"
            ),
        ]
    )
    func fields(text: String, expected: String) throws {
        #expect(try redacted(text) == expected)
    }

    @Test(
        "other fields, empty ones and heads without a body stay",
        arguments: [
            "Content-Disposition: form-data; name=\"city\"\r\n\r\nflaming 9\r\n--x--",
            "Content-Disposition: form-data; name=\"password\"\r\n\r\n\r\n--x--",
            "Content-Disposition: form-data; name=\"password\"\r\nflaming 9",
            "form-data; name=", "form-data; name=\"password",
        ]
    )
    func others(text: String) throws {
        #expect(try redacted(text) == text)
    }
}
