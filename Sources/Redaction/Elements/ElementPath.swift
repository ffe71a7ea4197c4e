import XPath

/// An XPath 1.0 that selects elements, as Appium takes it: `//XCUIElementTypeSecureTextField`.
public struct ElementPath: Sendable {
    /// The expression as it is written in the policy.
    public let text: String
    let expression: XPath

    /// Parses `text`.
    ///
    /// - Throws: ``ElementSelector/InvalidSelector`` for a text that is no XPath, or none that selects elements.
    init(_ text: String) throws(ElementSelector.InvalidSelector) {
        do {
            expression = try XPath(parsing: text)
        } catch {
            throw ElementSelector.InvalidSelector(sentence: "the XPath cannot be used: \(error)")
        }
        self.text = text
    }
}

extension ElementPath: Hashable {
    /// Whether both expressions are written the same.
    public static func == (lhs: ElementPath, rhs: ElementPath) -> Bool { lhs.text == rhs.text }

    /// Hashes the text of the expression.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
