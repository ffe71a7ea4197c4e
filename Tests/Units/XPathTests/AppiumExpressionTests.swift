import Testing
import XPath

@Suite("Expressions as Appium users write them")
struct AppiumExpressionTests {
    @Test(
        "select what they select there",
        arguments: [
            ("//*[@name='pin']", [4]),
            ("//XCUIElementTypeCell[.//XCUIElementTypeStaticText[@label=\"PIN\"]]", [2]),
            ("(//XCUIElementTypeCell)[last()]", [5]),
            ("//XCUIElementTypeCell[2]/XCUIElementTypeStaticText", [6]),
            ("//XCUIElementTypeSecureTextField | //XCUIElementTypeStaticText", [3, 4, 6]),
            ("/*/*[1]", [1]),
        ]
    )
    func appleElements(expression: String, expected: [Int]) throws {
        let tree = try ElementTree(
            outline: """
                XCUIElementTypeApplication name=|Demo Bank|
                  XCUIElementTypeTable
                    XCUIElementTypeCell
                      XCUIElementTypeStaticText label=|PIN|
                      XCUIElementTypeSecureTextField name=|pin| value=|••••|
                    XCUIElementTypeCell
                      XCUIElementTypeStaticText label=|Name|
                """
        )
        #expect(try tree.elements(expression) == expected)
    }

    @Test(
        "know both forms of UiAutomator's elements",
        arguments: [
            ("//android.widget.EditText[@resource-id=\"a:id/b\" and @password='true']", [1]),
            ("//node[@class='android.widget.EditText']", [2]),
            ("//*[contains(@resource-id, ':id/')]", [1, 2]),
            ("//hierarchy/*[1]", [1]),
            ("//node[not(@password='true')]", [2]),
        ]
    )
    func androidElements(expression: String, expected: [Int]) throws {
        let tree = try ElementTree(
            outline: """
                hierarchy rotation=|0|
                  android.widget.EditText resource-id=|a:id/b| password=|true|
                  node class=|android.widget.EditText| resource-id=|a:id/c| password=|false|
                """
        )
        #expect(try tree.elements(expression) == expected)
    }
}
