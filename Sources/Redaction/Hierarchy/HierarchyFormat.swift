/// The tools whose page sources are understood.
public enum HierarchyFormat: String, Sendable, CaseIterable {
    /// The XML of Appium's XCUITest driver: frames in points.
    case xcuiTest
    /// The XML of Android's `uiautomator dump` and of Appium's UiAutomator2 driver: frames in pixels of the display.
    case uiAutomator
    /// A JSON list of boxes as Playwright's `boundingBox()` gives them: frames in CSS pixels.
    case playwright

    /// The unit of frames, as messages name it.
    var unit: String {
        switch self {
        case .xcuiTest: "points"
        case .uiAutomator: "pixels"
        case .playwright: "CSS pixels"
        }
    }
}
