/// How much of a screen to cover, in words that fit every app.
public enum ElementLevel: String, Sendable, CaseIterable {
    /// The elements that show text.
    ///
    /// | source | covers |
    /// |---|---|
    /// | XCUITest | texts, fields, buttons, links, keys and pickers with a `value` or `label` |
    /// | UiAutomator | text views, edit texts, buttons and the like with a `text` or `content-desc` |
    /// | Playwright | every box whose `text` is not empty, or is not given |
    ///
    /// Fields are covered whether they say what they show or not. Any other element that says something is covered unless those that it
    /// holds say the same: the innermost of nested elements that repeat each other, and the whole of a screen that is a single
    /// picture.
    case allText = "all-text"

    /// Whatever the user types or picks, empty or not.
    ///
    /// | source | covers |
    /// |---|---|
    /// | XCUITest | text fields, secure ones too, search fields, text views, combo boxes, pickers and their wheels |
    /// | UiAutomator | `password="true"`; edit texts, search views, spinners and pickers, by the end of their class |
    /// | Playwright | the roles `textbox`, `searchbox`, `combobox`, `spinbutton`, `listbox` |
    case userInput = "user-input"

    /// Whatever is declared or named a secret.
    ///
    /// | source | covers |
    /// |---|---|
    /// | XCUITest | `SecureTextField`; elements whose `name`, `label` or `placeholderValue` names a secret |
    /// | UiAutomator | `password="true"`; elements whose `resource-id`, `content-desc`, `hint` or `text` names one |
    /// | Playwright | boxes whose `locator` or `text` names one |
    ///
    /// The `text` of a field is what was typed, and names nothing. What names a secret is in ``SensitiveTerms``.
    ///
    /// A text that names a secret may be the caption of another element: `Card number` above `4111 …`. That other one is then
    /// covered, too: the nearest text or input within the same container that stands in the row of the caption, to its right or
    /// else to its left; the nearest beneath it, within two heights of the caption; in doubt both. Of several digits in boxes of
    /// their own all are covered, and of a list beneath a heading one text. A button, a link or a switch is no caption, and is
    /// covered as a value only if it shows a digit and is no switch. Without frames, the next text in the source is the value.
    case sensitive
}
