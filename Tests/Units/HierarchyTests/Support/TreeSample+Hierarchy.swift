import Hierarchy
import Samples

extension TreeSample {
    var kind: SourceKind {
        switch self {
        case .maestroOfAndroid, .maestroOfApple: .maestro
        case .droidbot: .droidbot
        case .webDriverAgent: .webDriverAgent
        case .sentryOfAndroid, .sentryOfApple: .sentry
        }
    }

    var format: HierarchyFormat {
        switch self {
        case .maestroOfAndroid, .droidbot, .sentryOfAndroid: .uiAutomator
        case .maestroOfApple, .webDriverAgent, .sentryOfApple: .xcuiTest
        }
    }

    var hierarchy: Hierarchy {
        get throws { try Hierarchy(text) }
    }

    /// Whether the source states texts.
    var statesTexts: Bool { kind != .sentry }
}
