package import Foundation
package import SecureMemory

/// A screen with its page source, and the secrets that screens show.
package enum Sample: String, CaseIterable, Sendable {
    case iosLogin = "ios-login"
    case androidCheckout = "android-checkout"
    case webProfile = "web-profile"

    /// The page source.
    package var text: String {
        get throws {
            let name = self == .webProfile ? "web-profile.boxes.json" : "\(rawValue).xml"
            return try String(decoding: Data(contentsOf: Self.folder.appending(path: name)), as: UTF8.self)
        }
    }

    /// The page source.
    package var pageSource: SecureBytes {
        get throws { try SecureBytes(copying: Array(text.utf8)) }
    }

    /// The picture with this extension: `png` or `jpg`.
    package func picture(_ fileExtension: String) throws -> SecureBytes {
        try SecureBytes(copying: Data(contentsOf: Self.folder.appending(path: "\(rawValue).\(fileExtension)")))
    }

    /// Those secrets that the page source holds.
    package var secrets: [String] {
        get throws {
            let data = try Data(contentsOf: Self.folder.appending(path: "truth.json"))
            let all = try JSONDecoder().decode([String: [String: String]].self, from: data)["secrets"] ?? [:]
            let text = try text
            return all.values.filter(text.contains).sorted()
        }
    }

    /// Where the files of all screens are.
    package static let folder = Bundle.module.bundleURL.appending(path: "Screens")
}
