import BoundedWork
import Hierarchy
import Samples
import Testing

@Suite("Levels choose elements on every platform")
struct LevelTests {
    @Test("all text of the samples")
    func allText() throws {
        #expect(
            try identifiers(.allText, of: .iosLogin) == [
                "status", "title", "username", "password", "passwordShown", "signIn", "accountCard", "owner",
                "cardNumber", "balance", "hint", "hiddenBanner", "offscreen",
            ]
        )
        #expect(
            try identifiers(.allText, of: .androidCheckout) == [
                "", "com.shop:id/title", "com.shop:id/name", "com.shop:id/phone", "com.shop:id/card_number",
                "com.shop:id/pin",
                "com.shop:id/voucher", "com.shop:id/total", "com.shop:id/pay",
            ]
        )
        #expect(try identifiers(.allText, of: .webProfile).count == 16)
    }

    @Test("what the user typed into the samples")
    func userInput() throws {
        #expect(try identifiers(.userInput, of: .iosLogin) == ["username", "password", "passwordShown"])
        #expect(
            try identifiers(.userInput, of: .androidCheckout) == [
                "com.shop:id/card_number", "com.shop:id/pin", "com.shop:id/voucher",
            ]
        )
        #expect(try identifiers(.userInput, of: .webProfile) == [])
        let boxes =
            #"[{"locator":"a","role":"textbox","boundingBox":null},{"locator":"b","role":"link","boundingBox":null}]"#
        #expect(try Hierarchy(boxes).elements(at: .userInput) == [0])
    }

    @Test("what is declared or named a secret in the samples")
    func sensitive() throws {
        #expect(
            try identifiers(.sensitive, of: .iosLogin) == [
                "password", "passwordShown", "cardNumber", "balance", "hint",
            ]
        )
        #expect(
            try identifiers(.sensitive, of: .androidCheckout) == [
                "com.shop:id/phone", "com.shop:id/card_number", "com.shop:id/pin",
            ]
        )
        #expect(
            try identifiers(.sensitive, of: .webProfile)
                == ["email", "phone"] + (0..<4).flatMap { ["row\($0)-mail", "row\($0)-iban"] }
        )
    }

    @Test("a secure field is sensitive whatever it is called")
    func secureFields() throws {
        let phone = try Hierarchy("<AppiumAUT><XCUIElementTypeSecureTextField name='a'/></AppiumAUT>")
        #expect(try phone.elements(at: .sensitive) == [1])
        #expect(try phone.elements(at: .userInput) == [1])
        let android = try Hierarchy("<hierarchy><node class='com.app.Field' password='true'/></hierarchy>")
        #expect(try android.elements(at: .sensitive) == [1])
        #expect(try android.elements(at: .userInput) == [1])
    }

    @Test(
        "a password that is shown for the moment is one by the type of the input",
        arguments: [
            ("129", true), ("145", true), ("225", true), ("18", true), ("524417", true), ("1", false), ("2", false),
            ("33", false),
        ]
    )
    func shownPassword(_ type: String, _ isPassword: Bool) throws {
        let field = "<node class='android.widget.EditText' text='hunter2' password='false' input-type='\(type)'/>"
        let hierarchy = try Hierarchy("<hierarchy>\(field)</hierarchy>")
        #expect(try hierarchy.elements(at: .sensitive) == (isPassword ? [1] : []))
    }

    @Test(
        "what takes text is an input, however its type is called",
        arguments: [
            "class='com.app.Field' editable='true'", "class='androidx.appcompat.widget.SearchView.SearchAutoComplete'",
        ]
    )
    func editable(_ attributes: String) throws {
        #expect(try Hierarchy("<hierarchy><node \(attributes)/></hierarchy>").elements(at: .userInput) == [1])
        let other = "<hierarchy><node class='com.app.Field' editable='false'/></hierarchy>"
        #expect(try Hierarchy(other).elements(at: .userInput) == [])
    }

    @Test(
        "a role is one in any case, and beside others",
        arguments: ["Textbox", "SEARCHBOX", " textbox", "x-field combobox"]
    )
    func writtenRoles(_ role: String) throws {
        let boxes =
            #"[{"locator":"a","role":"\#(role)","boundingBox":null},{"locator":"b","role":"Link","boundingBox":null}]"#
        #expect(try Hierarchy(boxes).elements(at: .userInput) == [0])
    }

    @Test("what was typed names nothing, and what is shown does")
    func typedText() throws {
        let hierarchy = try Hierarchy(
            """
            <hierarchy>
              <node class="android.widget.EditText" text="my password"/>
              <node class="android.widget.TextView" text="Your password is hunter2"/>
              <node class="android.widget.EditText" text="" hint="Password"/>
              <node class="android.widget.EditText" content-desc="Card number" text="7402"/>
            </hierarchy>
            """
        )
        #expect(try hierarchy.elements(at: .sensitive) == [2, 3, 4])
    }

    @Test("the name of the app does not make all of it sensitive")
    func appName() throws {
        let android = try Hierarchy("<hierarchy><node resource-id='com.password.pin:id/title'/></hierarchy>")
        #expect(try android.elements(at: .sensitive) == [])
        let phone = try Hierarchy("<XCUIElementTypeApplication name='Password Safe' label='Password Safe'/>")
        #expect(try phone.elements(at: .sensitive) == [])
    }

    @Test(
        "of elements that repeat what they hold the innermost is covered, and a screen that is one picture whole"
    )
    func innermostText() throws {
        let hierarchy = try Hierarchy(
            """
            <XCUIElementTypeApplication label="App">
              <XCUIElementTypeCell label="Leila, 3060 €"><XCUIElementTypeLink label="leila" FRAME/>\
            <XCUIElementTypeLink label="3060 €" FRAME/></XCUIElementTypeCell>
              <XCUIElementTypeButton label="Pay 3060 €"><XCUIElementTypeStaticText label="Pay" FRAME/></XCUIElementTypeButton>
              <XCUIElementTypeCell label="Balance, 3060 €"><XCUIElementTypeImage/></XCUIElementTypeCell>
            </XCUIElementTypeApplication>
            """.replacing("FRAME", with: #"x="0" y="0" width="9" height="9""#)
        )
        #expect(try hierarchy.elements(at: .allText) == [2, 3, 4, 5, 6])
        #expect(try Hierarchy("<hierarchy><node text='canvas'/></hierarchy>").elements(at: .allText) == [1])
    }

    @Test(
        "what says more than those that it holds is covered with them, and so is what they repeat unseen",
        arguments: [
            #"label="Leila, 3060 €"><XCUIElementTypeLink label="Leila" FRAME/>"#,
            #"label="3060 €, Leila"><XCUIElementTypeLink label="Leila" FRAME/>"#,
            #"label="Leila" value="3060 €"><XCUIElementTypeLink label="Leila" FRAME/>"#,
            #"label="Leila"><XCUIElementTypeLink label="Leila" visible="false" FRAME/>"#,
            #"label="Leila"><XCUIElementTypeLink label="Leila" x="0" y="0" width="0" height="9"/>"#,
            #"label="Leila"><XCUIElementTypeLink label="Leila"/>"#,
            #"label="★★★"><XCUIElementTypeLink label="★★★" FRAME/>"#,
        ]
    )
    func labelledContainers(_ container: String) throws {
        let frame = #"x="0" y="0" width="9" height="9""#
        let cell = "<XCUIElementTypeCell \(container.replacing("FRAME", with: frame))</XCUIElementTypeCell>"
        let hierarchy = try Hierarchy("<XCUIElementTypeApplication>\(cell)</XCUIElementTypeApplication>")
        #expect(try hierarchy.elements(at: .allText) == [1, 2])
    }

    @Test(
        "what is repeated only out of sight is covered itself, and a list is not for its rows that are",
        arguments: [
            (#"<XCUIElementTypeStaticText label="Leila" x="0" y="-500" width="90" height="20"/>"#, [1, 2]),
            (#"<XCUIElementTypeStaticText label="Leila" x="0" y="100" width="90" height="20"/>"#, [1, 2]),
            (#"<XCUIElementTypeStaticText label="Leila" x="0" y="0" width="1" height="1"/>"#, [1, 2]),
            (#"<XCUIElementTypeStaticText label="Leila" x="0" y="0" width="90" height="20"/>"#, [2]),
            (
                #"<XCUIElementTypeStaticText label="Lei" x="0" y="0" width="90" height="20"/>"#
                    + #"<XCUIElementTypeStaticText label="la" x="0" y="500" width="90" height="20"/>"#, [2, 3]
            ),
        ]
    )
    func repeatedOutOfSight(_ held: String, _ found: [Int]) throws {
        let outer =
            #"<XCUIElementTypeOther label="Leila" x="0" y="0" width="90" height="40">\#(held)</XCUIElementTypeOther>"#
        let hierarchy = try Hierarchy("<XCUIElementTypeApplication>\(outer)</XCUIElementTypeApplication>")
        #expect(try hierarchy.elements(at: .allText) == found)
    }

    @Test("fields show text whether the source says it or not, and so do texts of which it says nothing")
    func silence() throws {
        let android = "<hierarchy><node class='android.widget.EditText' text=''/><node text=''/></hierarchy>"
        #expect(try Hierarchy(android).elements(at: .allText) == [1])
        let phone = "<AppiumAUT><XCUIElementTypeStaticText name='a'/><XCUIElementTypeStaticText label=''/></AppiumAUT>"
        #expect(try Hierarchy(phone).elements(at: .allText) == [1])
    }

    @Test("containers that repeat what they hold at every depth cost no more than they are long")
    func nestedRepetition() throws {
        let depth = 400
        let label = (0..<depth).map { "word\($0)" }.joined(separator: " ")
        let leaf = "<XCUIElementTypeStaticText label='\(label)' x='0' y='0' width='9' height='9'/>"
        let source =
            String(repeating: "<XCUIElementTypeOther label='\(label)'>", count: depth) + leaf
            + String(repeating: "</XCUIElementTypeOther>", count: depth)
        let hierarchy = try Hierarchy(source)
        var budget = WorkBudget(limit: 3 * source.utf8.count)
        #expect(try hierarchy.elements(at: .allText, budget: &budget) == [depth])
    }

    @Test("a box whose text was left out may show some, and one whose text is empty does not")
    func boxesWithoutText() throws {
        let boxes = #"[{"locator":"a","boundingBox":null},{"locator":"b","text":"","boundingBox":null}]"#
        #expect(try Hierarchy(boxes).elements(at: .allText) == [0])
    }

    private func identifiers(_ level: ElementLevel, of sample: Sample) throws -> [String] {
        let hierarchy = try sample.hierarchy
        return try hierarchy.identifiers(hierarchy.elements(at: level))
    }
}

@Suite("Words that name secrets are found in names, and not in other words")
struct SensitiveTermsTests {
    @Test(
        "found",
        arguments: [
            "password", "Password", "userPassword", "user_password", "PASSWORD_FIELD", "txtpassword", "pin", "pinField",
            "PINCode", "PINField", "IBANLabel", "Pin", "Otp field",
            "enter-pin", "login.pin2", "cardNumber", "card_number", "CARDNUMBER", "Card  number:", "cvv2", "cardCVC",
            "IBAN",
            "userSSN", "One-time code 842950", "oneTimeCode", "otpInput", "2FA", "Kreditkartennummer", "Passwörter",
            "Passwo\u{308}rter", "mTAN", "contraseña", "contrasen\u{303}a", "contrasena", "mot de passe",
            "n\u{00FA}mero de tarjeta",
            "Пароль", "密码", "请输入密码", "パスワードを入力", "暗証番号", "비밀번호를", "كلمة المرور", "รหัสผ่านของคุณ", "पासवर्ड",
            "mật khẩu", "Sicherheits-Code", "ＰＩＮ", "Ｐａｓｓｗｏｒｄ", "ﾊﾟｽﾜｰﾄﾞ", "ハ\u{309A}スワート\u{3099}", "şifre", "ŞİFRE",
            "PINコード", "pin码", "CVV番号", "OTP번호", "รหัสPIN",
        ]
    )
    func found(_ name: String) throws {
        #expect(try isSensitive(name))
    }

    @Test(
        "not found",
        arguments: [
            "spinner", "Spin", "pin\u{301}g", "shopping", "opinion", "pinned", "mapPinned", "pinging", "compass",
            "secretary", "passenger", "card", "number", "code",
            "standard", "instant", "botpress", "encoder", "cpfx", "username", "title", "", "…",
        ]
    )
    func notFound(_ name: String) throws {
        #expect(try !isSensitive(name))
    }

    @Test("a term of one's own is found as the others are")
    func ownTerms() throws {
        let terms = SensitiveTerms.standard.adding(["loyalty card"])
        #expect(try isSensitive("txtLoyaltyCard", terms: terms))
        #expect(try isSensitive("pin", terms: terms))
        #expect(try !isSensitive("txtLoyaltyCard"))
        #expect(try !isSensitive("pin", terms: SensitiveTerms(["loyalty card"])))
    }

    private func isSensitive(_ name: String, terms: SensitiveTerms = .standard) throws -> Bool {
        let hierarchy = try Hierarchy("<AppiumAUT><XCUIElementTypeOther name='\(name)'/></AppiumAUT>")
        return try hierarchy.elements(at: .sensitive, terms: terms) == [1]
    }
}
