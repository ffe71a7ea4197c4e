import Foundation
import Hierarchy
import SecureMemory

/// A screen with its page source, and the secrets that it shows.
enum Sample: String, CaseIterable {
    case iosLogin = "ios-login.xml"
    case androidCheckout = "android-checkout.xml"
    case webProfile = "web-profile.boxes.json"

    /// The page source.
    var text: String {
        get throws { try String(contentsOf: Self.folder.appending(path: rawValue), encoding: .utf8) }
    }

    var hierarchy: Hierarchy {
        get throws { try Hierarchy(text) }
    }

    /// What must not be kept, by what it is.
    static var secrets: [String: String] {
        get throws {
            let data = try Data(contentsOf: folder.appending(path: "ios-login.truth.json"))
            return try JSONDecoder().decode([String: [String: String]].self, from: data)["secrets"] ?? [:]
        }
    }

    private static let folder = Bundle.module.bundleURL.appending(path: "Fixtures")
}

extension Hierarchy {
    /// The hierarchy that `text` says.
    init(_ text: String, limits: HierarchyLimits = HierarchyLimits()) throws {
        try self.init(parsing: SecureBytes(copying: Array(text.utf8)), limits: limits)
    }

    /// The index of the one element with this identifier.
    func index(_ identifier: String) throws -> Int {
        let found = elements.indices.filter { text(.identifier, of: $0)?.string == identifier }
        guard let index = found.first, found.count == 1 else { throw NoSuchElement() }
        return index
    }

    /// The identifiers of `indices`.
    func identifiers(_ indices: [Int]) -> [String] {
        indices.map { text(.identifier, of: $0)?.string ?? "" }
    }

    /// The source without what the elements with these identifiers say.
    func redacted(_ identifiers: String...) throws -> String {
        try source(redacting: identifiers.map { try index($0) }).string
    }

    struct NoSuchElement: Error {}
}

extension SecureBytes {
    /// The bytes as text.
    var string: String {
        withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
