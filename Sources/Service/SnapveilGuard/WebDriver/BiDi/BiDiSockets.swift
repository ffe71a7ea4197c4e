import Foundation
import Synchronization

/// The web sockets of WebDriver BiDi that a guard has told of: where they are at the guard, and where at the server behind.
///
/// Clients bring no key to a web socket, so where keys are demanded, its address has a word in front that stands for one.
final class BiDiSockets: Sendable {
    private struct State {
        /// Addresses at the server, by the path that they have at the guard.
        var addresses: [String: String] = [:]
        /// The paths, oldest first.
        var paths: [String] = []
        /// The words for keys, by the names of these.
        var words: [String: String] = [:]
    }

    private let state = Mutex(State())

    /// Addresses that are kept; later ones take the place of the oldest.
    private static let mostAddresses = 1000
    private static let prefix = "/socket-"

    /// A path without the word for a key, and the name of that key; nil for a word that stands for none.
    func path(of target: String) -> (path: String, key: String?)? {
        guard target.hasPrefix(Self.prefix) else { return (target, nil) }
        let word = target.dropFirst(Self.prefix.count).prefix { $0 != "/" }
        let key = state.withLock { state in state.words.first { $0.value == word }?.key }
        return key.map { (String(target.dropFirst(Self.prefix.count + word.count)), $0) }
    }

    /// The beginning of addresses at the guard for one who has a key; nil for one who needs none.
    func prefix(for key: String?) -> String {
        guard let key else { return "" }
        return state.withLock { state in
            let word = state.words[key] ?? Self.word()
            state.words[key] = word
            return Self.prefix + word
        }
    }

    /// Makes new words for keys of these names.
    func forgetWords(for names: Set<String>) {
        state.withLock { state in
            for name in names { state.words[name] = nil }
        }
    }

    /// A path as it may be logged: without words, wherever they stand.
    static func withoutWords(_ target: String) -> String {
        target.split(separator: "/", omittingEmptySubsequences: false)
            .filter { !"/\($0)".hasPrefix(prefix) }
            .joined(separator: "/")
    }

    private static func word() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(format: "%016lx", UInt(generator.next())) }.joined()
    }

    /// Notes an address at the server, whose path is also that at the guard.
    func note(_ address: String) {
        guard let path = URLComponents(string: address)?.target else { return }
        state.withLock { state in
            if state.addresses.updateValue(address, forKey: path) == nil { state.paths.append(path) }
            guard state.paths.count > Self.mostAddresses else { return }
            state.addresses[state.paths.removeFirst()] = nil
        }
    }

    /// The address at the server of a path at the guard; nil if none was told.
    func address(of path: String) -> String? {
        state.withLock { $0.addresses[path] }
    }

    /// Whether a path is one at which servers take web sockets of BiDi (W3C WebDriver BiDi, section 4; Selenium Grid; Appium).
    static func isOfBiDi(_ target: String) -> Bool {
        let parts = target.prefix { $0 != "?" }.lowercased().split(separator: "/").map(String.init)
        if let index = parts.firstIndex(of: "session") {
            let rest = parts[(index + 1)...].dropFirst()
            return rest.isEmpty || Array(rest) == ["se", "bidi"]
        }
        return parts.last == "bidi" || parts.dropLast().last == "bidi"
    }
}
