import SensitiveText
import Testing

@Suite("In what programs write")
struct ProgramTextTests {
    private func findings(_ line: String) throws -> [String] {
        var screen = Screen()
        screen.place(line, x: 20, y: 20)
        return try screen.findings(isRecognised: false)
    }

    @Test(
        "a password ends where its quotation mark closes",
        arguments: [
            ("'passwd': 'python4852', 'check': 1", "python4852"), ("{\"password\": \"asdqwe123Q\"}'", "asdqwe123Q"),
            ("password=\"hunter2x\")", "hunter2x"), ("password: \"it's4me\";", "it's4me"),
            ("password: \"a\"b4cd\" is", "a\"b4cd"),
        ]
    )
    func quoted(line: String, password: String) throws {
        #expect(try findings(line) == ["password: \(password)"])
    }

    @Test("the columns behind a caption are one value at most")
    func columns() throws {
        let found = try findings(#""login with invalid password","chromium-4","2026-03-17","passed","Login Feature""#)
        #expect(found == ["password: chromium-4"])
    }

    @Test("what may be a password in a call goes, although more goes with it")
    func calls() throws {
        for line in [
            "\"input-password\").send_keys(\"Spectra@1902\")", "get('[id=\"password\"]').type(\"Cypress123!!\")",
        ] {
            let found = try findings(line)
            #expect(found.contains { $0.contains("Spectra@1902") || $0.contains("Cypress123!!") }, "\(found)")
        }
    }

    @Test(
        "an index and a place behind a name are no password",
        arguments: [
            "test_invalid_password[edge]", "test_password[chromium-mobile] failed",
            "withInvalidPassword(LoginTest.java:65)",
            "at forgotPassword(Login.kt)", "VerifyLoginWithoutPassword_RequiredPasswordIsDisplayed",
            "checkCardholderNamePlaceholder", "test_password_mismatch",
        ]
    )
    func names(line: String) throws {
        #expect(try findings(line) == [])
    }

    @Test("the name of an element of a page is no person; a name in quotation marks is one")
    func roles() throws {
        #expect(try findings("getByRole('button', { name: 'Log In' })") == [])
        #expect(try findings("await page.getByRole('link', {name: \"Continue Shopping\"}).click()") == [])
        #expect(try findings("{ name: 'Anna Schmidt' }") == ["personName: Anna Schmidt"])
    }
}
