import Hierarchy
import SeededRandom
import Testing

@Suite("Identifiers name secrets by rules of their own")
struct IdentifierTests {
    @Test(
        "of the identifiers of 203 secrets at most 10 are missed, and of 64 others at most 3 are found",
        arguments: Tool.allCases
    )
    func lists(tool: Tool) throws {
        let missed = try Identifiers.sensitive.filter { try !tool.isSensitive($0) }
        let caught = try Identifiers.harmless.filter { try tool.isSensitive($0) }
        #expect(Identifiers.sensitive.count == 203)
        #expect(Identifiers.harmless.count == 64)
        #expect(missed.count <= 10, "missed: \(missed)")
        #expect(caught.count <= 3, "found: \(caught)")
    }

    @Test("of hundreds of others at most one in 20 is missed, and at most one in 20 is found in vain")
    func others() throws {
        let missed = try Identifiers.moreSensitive.filter { try !Tool.xcuiTest.isSensitive($0) }
        let caught = try Identifiers.moreHarmless.filter { try Tool.xcuiTest.isSensitive($0) }
        #expect(missed.count <= Identifiers.moreSensitive.count / 20, "missed: \(missed)")
        #expect(caught.count <= Identifiers.moreHarmless.count / 20, "found: \(caught)")
    }

    @Test(
        "words that run together are told apart only if all of them are known",
        arguments: [
            ("etpass", true), ("compass", false), ("upipin", true), ("opinion", false), ("txtcardnumber", true),
            ("postcardview", false), ("accountnofield", true), ("mypinwheel2", false), ("mypinentry2", true),
        ]
    )
    func runTogether(name: String, isSensitive: Bool) throws {
        #expect(try Tool.uiAutomator.isSensitive(name) == isSensitive)
    }

    @Test(
        "a word that means other things stands for a secret only where all others are plain",
        arguments: [
            ("pan", true), ("etPan", true), ("pan_number", true), ("panView", false), ("panZoomGesture", false),
            ("code", false), ("codeField", true), ("code3", true), ("promoCodeField", false), ("tan", false),
            ("tanInput", true), ("tanColorInput", false),
        ]
    )
    func plainCompany(name: String, isSensitive: Bool) throws {
        #expect(try Tool.xcuiTest.isSensitive(name) == isSensitive)
    }

    @Test(
        "what only leads to a secret shows none, unless it is an input",
        arguments: [
            "changePinButton", "forgotPasswordLink", "forgotPassword", "passwordHint", "cvvIcon", "btn_copy_iban",
        ]
    )
    func controls(name: String) throws {
        #expect(try !Tool.xcuiTest.isSensitive(name))
        #expect(try !isSensitive("<XCUIElementTypeButton name='\(name)'/>"))
        #expect(try isSensitive("<XCUIElementTypeTextField name='\(name)'/>"))
    }

    @Test(
        "a button shows what it is called where no word says that it does anything",
        arguments: ["iban", "otpButton"]
    )
    func buttons(name: String) throws {
        #expect(try isSensitive("<XCUIElementTypeButton name='\(name)'/>"))
        #expect(try !isSensitive("<XCUIElementTypeButton name='copy_\(name)'/>"))
    }

    @Test("the kind of an element tells what its name leaves open")
    func kinds() throws {
        #expect(try isSensitive("<XCUIElementTypeTextField name='tan'/>"))
        #expect(try isSensitive("<XCUIElementTypeTextField name='code'/>"))
        #expect(try !isSensitive("<XCUIElementTypeTextField name='promoCode'/>"))
        #expect(try !isSensitive("<XCUIElementTypeTextField name='mapPin'/>"))
    }

    @Test("where XCUITest repeats the label in place of an identifier, it is read as a label")
    func labels() throws {
        #expect(try !isSensitive("<XCUIElementTypeButton name='Phone' label='Phone'/>"))
        #expect(try !isSensitive("<XCUIElementTypeStaticText name='Call us by phone' label='Call us by phone'/>"))
        #expect(try isSensitive("<XCUIElementTypeStaticText name='phone' label='+49 164 6090228'/>"))
        #expect(try isSensitive("<XCUIElementTypeStaticText name='Your PIN' label='Your PIN'/>"))
    }

    @Test(
        "a name in a selector of a page is read by itself",
        arguments: [
            ("#checkout >> input[name=mpin]", true), ("getByTestId('pan')", true), ("getByLabel('Card number')", true),
            ("css=form.login >> #pw", true), ("div.map>.pin-drop", false),
            ("getByTestId('panel')", false),
        ]
    )
    func selectors(locator: String, isSensitive: Bool) throws {
        let boxes = try Hierarchy(#"[{"locator": "\#(locator)", "text": "x", "boundingBox": null}]"#)
        #expect(try boxes.elements(at: .sensitive) == (isSensitive ? [0] : []))
    }

    @Test("a term of a policy is found in identifiers wherever it is a word, even if it is a standard one")
    func ownTerms() throws {
        let terms = SensitiveTerms.standard.adding(["tan", "loyalty card"])
        for name in ["tanButton", "txtLoyaltyCardIcon", "mtan", "pan"] {
            #expect(try isSensitive("<XCUIElementTypeOther name='\(name)'/>", terms: terms))
        }
        for name in ["distance", "mapPin", "passwordIcon"] {
            #expect(try !isSensitive("<XCUIElementTypeOther name='\(name)'/>", terms: terms))
        }
        #expect(try !isSensitive("<XCUIElementTypeOther name='password'/>", terms: SensitiveTerms(["loyalty card"])))
    }

    @Test("an identifier of any length is read, and one that is too long for a name as a label")
    func long() throws {
        let filler = String(repeating: "ab_", count: 500)
        #expect(try isSensitive("<XCUIElementTypeOther name='\(filler)password'/>"))
        #expect(try !isSensitive("<XCUIElementTypeOther name='\(filler)'/>"))
    }

    @Test("a secret is found beside whatever else is in an identifier", arguments: 0..<200)
    func company(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let characters = Array("xqXQ7_-.:\u{E9}\u{C9}\u{DF}\u{130}\u{301}\u{6F22}\u{E01}\u{1F511}")
        func noise() -> String {
            String(
                (0..<Int.random(in: 0...12, using: &random)).map { _ in characters.randomElement(using: &random) ?? "x"
                }
            )
        }
        let (left, right) = (noise(), noise())
        #expect(try isSensitive("<XCUIElementTypeOther name='\(left)_cvv_\(right)'/>"))
        #expect(try !isSensitive("<XCUIElementTypeOther name='\(left)_\(right)'/>"))
    }

    private func isSensitive(_ element: String, terms: SensitiveTerms = .standard) throws -> Bool {
        try Hierarchy("<AppiumAUT>\(element)</AppiumAUT>").elements(at: .sensitive, terms: terms) == [1]
    }

    /// What writes an identifier, for an element that is nothing in particular.
    enum Tool: CaseIterable {
        case xcuiTest, uiAutomator, playwright

        func isSensitive(_ name: String) throws -> Bool {
            switch self {
            case .xcuiTest:
                try Hierarchy("<AppiumAUT><XCUIElementTypeOther name='\(name)'/></AppiumAUT>")
                    .elements(at: .sensitive) == [1]
            case .uiAutomator:
                try Hierarchy("<hierarchy><node class='android.view.View' resource-id='a.b:id/\(name)'/></hierarchy>")
                    .elements(at: .sensitive) == [1]
            case .playwright:
                try Hierarchy(#"[{"locator": "[data-testid=\#(name)]", "text": "x", "boundingBox": null}]"#)
                    .elements(at: .sensitive) == [0]
            }
        }
    }
}
