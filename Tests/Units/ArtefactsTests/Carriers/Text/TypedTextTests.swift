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
        "what logs say of what was typed goes, and from everywhere else",
        arguments: [
            "10:02 - Entered value flaming9z in Password field", "Typing 'flaming9z' into By.id: password",
            "I enter \"flaming9z\" in the password box", "entering text: flaming9z into the field \"PIN\" ",
            "SENT KEYS flaming9z to [[ChromeDriver: chrome on LINUX (3d7)] -> name: passwd]",
            "Set value \"flaming9z\" on input[type=password]", "Put 'flaming9z' into the box called Password",
            "I fill in \"Password\" with \"flaming9z\"",
        ]
    )
    func logs(line: String) throws {
        let safe = try redacted("\(line)\nlater: flaming9z\n")
        #expect(!safe.contains("flaming9z") && safe.contains("later: ["), "\(safe)")
        #expect(
            safe.prefix(5) == line.prefix(5) && safe.prefix { $0 != "\n" }.last == line.last,
            "\(safe)"
        )
    }

    @Test(
        "what was filled into other fields stays",
        arguments: [
            "locator('#city')", "getByLabel('City')", "in the field City and look at the password",
            "and the password field",
        ]
    )
    func others(place: String) throws {
        let line = "Fill \"flaming9z\" \(place)"
        #expect(try redacted(line) == line)
    }

    @Test(
        "words that are no values stay",
        arguments: [
            "Set focus in password field", "enter username and password in the login form",
            "Type <password> in the password field",
            "Enter ${password} in password field", "send page1 to the printer, not the password",
        ]
    )
    func words(line: String) throws { #expect(try redacted(line) == line) }

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
