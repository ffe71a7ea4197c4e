import Redaction
import SecureMemory
import Testing

@testable import Artefacts

@Suite("What was typed, as titles of steps tell it")
struct TypedTextTests {
    private static let locators = [
        "locator('#password')", "getByLabel('Password')", "getByRole('textbox', { name: 'Password' })",
        "getByPlaceholder('Your password')", "getByTestId('login-password-input')", "locator('[name=password]')",
        "frameLocator('#f').locator('input[name=\"card.cvv\"]')",
    ]

    @Test("what Playwright filled into a field for a secret goes, and from everywhere else", arguments: locators)
    func playwright(locator: String) throws {
        for verb in ["Fill", "Type"] {
            let line = "\(verb) \"flaming9z it\" \(locator)"
            let safe = try redacted(line + "\nit saw flaming9z it")
            #expect(!safe.contains("flaming9z"), "\(safe)")
            #expect(safe.hasPrefix("\(verb) \"[secret]\" "), "\(safe)")
            let quoted = line.replacing("\"", with: "\\\"")
            #expect(try !redacted("{\"name\": \"\(quoted)\", \"x\": \"flaming9z it\"}").contains("flaming9z"))
            let markup = line.replacing("\"", with: "&quot;")
            #expect(try !redacted("<p><b>\(markup)</b>flaming9z it").contains("flaming9z"))
        }
    }

    @Test(
        "what was filled into other fields stays",
        arguments: ["locator('#city')", "getByLabel('City')", "into the box called Password", "and the password field"]
    )
    func others(place: String) throws {
        let line = "Fill \"flaming9z\" \(place)"
        #expect(try redacted(line) == line)
    }

    @Test("a code of a program tells nothing; one that somebody enters does")
    func codes() throws {
        for code in ["ERR_ASSERTION", "cy.visit('/login?route=account/;');\\ncy.get('a1')", "cy.get('#id1').click()  "]
        {
            let report = "{\"code\": \"\(code)\", \"x\": \"account_balance: \(code)\"}"
            #expect(try redacted(report) == report)
        }
        #expect(try redacted(##"{"code": "7f3a91"}"##) == ##"{"code": "[secret]"}"##)
    }

    @Test("every cookie tells its value, and only what is named like one")
    func cookies() throws {
        let told = try SecureBytes(
            copying: "sid=abcdef123; a.php?route=account/x1; token=flaming9z; Path=/; Expires=1234567890".utf8
        )
        #expect(Credentials.parts(of: told).map(\.text) == ["abcdef123", "flaming9z"])
        let bearer = try SecureBytes(copying: "Bearer abcdef123".utf8)
        #expect(Credentials.parts(of: bearer).map(\.text) == ["abcdef123"])
    }
}
