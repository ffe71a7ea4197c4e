/// What writes the source of a screen.
enum SourceTool: String, CaseIterable {
    /// `uiautomator dump` of Android.
    case uiAutomatorDump
    /// Appium's UiAutomator2 server.
    case uiAutomator2
    /// Appium's XCUITest driver, which wraps the source into `AppiumAUT`.
    case xcuiTest
    /// WebDriverAgent without Appium.
    case webDriverAgent

    var isApple: Bool { self == .xcuiTest || self == .webDriverAgent }
}

/// What the app is built with, which decides how much of it accessibility sees.
enum Framework: String, CaseIterable {
    case native
    /// Few nodes, whose labels have several lines.
    case flutter
    /// Containers repeat what they hold, joined.
    case reactNative
    /// Compose on Android, SwiftUI on Apple's systems.
    case compose
}

/// What makes a screen and its source differ from a plain page that fills its display.
enum Habit: String, CaseIterable {
    /// A window of its own before the app; Android's tools write that window only.
    case dialog
    /// A toast without bounds, or with those of nothing.
    case toast
    /// A toast of which the source says where it is.
    case placedToast
    /// Two apps side by side; the source is of one.
    case splitScreen
    /// A keyboard. Android's is not in the source.
    case keyboard
    /// A list that was scrolled: rows are cut, and others lie beyond the list.
    case scrolledList
    /// Nodes without an area.
    case zeroSize
    /// A page beside the one that is shown.
    case offScreen
    /// Laid out from right to left.
    case rightToLeft
    /// The root leaves out the rows or columns of the notch.
    case notch
    /// The root leaves out system bars, and shown nodes are cut to what is left.
    case systemBars
    /// Held sideways.
    case rotation
    /// Nodes that are not shown are in the source, and marked.
    case invisibleNodes
    /// Windows of the system are in the source, too.
    case allWindows
    /// A node draws what its label says, and holds another one that says something else: Flutter merges the texts of a row
    /// into the row, and its buttons stay by themselves.
    case labelledContainer
    /// A node draws what its label says, and holds one that has no area and says the same.
    case emptyTwin
    /// Fields that say nothing of what they show: of passwords Android 7 tells no text, Flutter tells no text of empty fields.
    case silentInput
    /// Nodes that are shown are marked as invisible, as XCTest does with some of Flutter's since iOS 16.
    case falselyInvisible

    /// Whether `tool` writes such sources.
    func isFound(with tool: SourceTool) -> Bool {
        switch self {
        case .toast, .placedToast: tool == .uiAutomator2
        case .notch, .systemBars, .allWindows, .labelledContainer, .silentInput: !tool.isApple
        case .invisibleNodes: tool != .uiAutomatorDump
        case .falselyInvisible: tool.isApple
        default: true
        }
    }
}
