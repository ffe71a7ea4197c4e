import XPath

/// An XPath 1.0 that selects elements, as Appium takes it: `//XCUIElementTypeSecureTextField`.
public struct ElementPath: Sendable {
    /// The expression as it is written.
    public let text: String
    let expression: XPath

    /// Parses `text`.
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
    /// Whether both are written the same.
    public static func == (lhs: ElementPath, rhs: ElementPath) -> Bool { lhs.text == rhs.text }

    /// Hashes what is written.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
