import ImageCore
import Messages
import Redaction

/// Policies of every server: the covers of apps before their picture is taken for the app switcher.
enum BuiltInPolicies {
    /// All built-in policies. A test proves that none is nil.
    static var all: [Policy] { [privacyScreen, splash, blur, frosted, blackout, mask].compactMap(\.self) }

    private static var privacyScreen: Policy? {
        policy(
            "privacy-screen",
            "A message over the whole screen: content hidden to protect your privacy",
            Policy.Rule(.screen, .message(.standard))
        )
    }

    private static var splash: Policy? {
        let ink = Color(red: 0x1F, green: 0x2A, blue: 0x44)
        return policy(
            "splash",
            "The asset \"splash\" over the whole screen, or a dark blue without it",
            Policy.Rule(.screen, .image(.init(asset: "splash", background: ink, isRequired: false)))
        )
    }

    /// A Gaussian blur with a standard deviation of 4.5 points on a phone, which is 400 points wide.
    private static var blur: Policy? {
        policy(
            "blur",
            "A Gaussian blur of the whole screen, like that of apps; it only obscures",
            unit: .ratio,
            Policy.Rule(.screen, .blur(radius: 4.5 / 400))
        )
    }

    private static var frosted: Policy? {
        policy("frosted", "Frosted glass over the whole screen", Policy.Rule(.screen, .veil(radius: nil)))
    }

    private static var blackout: Policy? {
        policy("blackout", "Black over the whole screen", Policy.Rule(.screen, .fill(.black)))
    }

    /// Pink boxes, with which Playwright masks the elements that a test names.
    private static var mask: Policy? {
        let pink = Color(red: 0xFF, green: 0x00, blue: 0xFF)
        return policy(
            "mask",
            "Pink boxes over the regions that the request names",
            Policy.Rule(.regions, .fill(pink))
        )
    }

    private static func policy(
        _ name: String,
        _ summary: String,
        unit: LengthUnit = .pixels,
        _ rule: Policy.Rule
    ) -> Policy? {
        try? Policy(name: name, summary: summary, unit: unit, rules: [rule])
    }
}
