import HTTPParsing
import HTTPServer
import HTTPTypes
import Redaction
import RedactionJobs
public import SecureMemory
import Synchronization

/// Admits requests by the key that they carry. The keys can be exchanged while requests come in.
package final class Gatekeeper: Sendable {
    private let ring: Mutex<KeyRing?>

    /// Admits the keys of `ring`; nil admits everybody.
    package init(_ ring: KeyRing?) {
        self.ring = Mutex(ring)
    }

    /// Whether everybody is admitted.
    package var isOpen: Bool { ring.withLock { $0 == nil } }

    /// Takes other keys; the names of those that are not among them any more.
    @discardableResult
    package func replace(_ newRing: KeyRing) -> Set<String> {
        ring.withLock { ring in
            defer { ring = newRing }
            return ring?.namesOfKeys(notIn: newRing) ?? []
        }
    }

    /// The name of the caller's key; nil if no keys are set. A 401 for no key, a wrong one, or two.
    func admit(_ request: HTTPServerRequest) throws(Problem) -> String? {
        guard let ring = ring.withLock({ $0 }) else { return nil }
        guard let key = Self.key(request.secrets), let name = ring.name(of: key) else { throw .unauthorized() }
        return name
    }

    /// The name of the key that `candidate` is; nil if it is none.
    package func name(of candidate: SecureBytes) -> String? { ring.withLock { $0 }?.name(of: candidate) }

    /// Whether there is a key of a name.
    package func hasKey(named name: String) -> Bool { ring.withLock { $0 }?.hasKey(named: name) ?? false }

    /// The key in `Authorization: Bearer` or `API-Key`; nil unless exactly one of the two is there, once.
    private static func key(_ fields: SecretFields) -> SecureBytes? {
        let authorization = fields[.authorization]
        let apiKey = fields[.apiKey]
        switch (authorization.count, apiKey.count) {
        case (0, 1): return apiKey[0]
        case (1, 0): return authorization[0].credentials(of: "bearer")
        default: return nil
        }
    }
}

extension SecureBytes {
    /// What stands in a value of `Authorization` behind a scheme, in letters of any size, and spaces; nil if it has another one
    /// (RFC 9110, section 11.4; for Bearer RFC 6750, section 2.1).
    ///
    /// - Parameter scheme: The name in small letters.
    package func credentials(of scheme: String) -> SecureBytes? {
        let word = Array("\(scheme) ".utf8)
        let start = withUnsafeBytes { bytes -> Int? in
            guard bytes.prefix(word.count).map({ $0 | 0x20 }) == word else { return nil }
            return bytes.dropFirst(word.count).firstIndex { $0 != UInt8(ascii: " ") }
        }
        return start.map { self[$0..<count] }
    }
}

/// The keys that requests may carry, each with a name for the log. They lie in memory that is wiped with the last ring that
/// holds them, and are copied nowhere.
///
/// A key file has one key a line, `name:key` or the key alone; empty lines and lines that start with `#` do not count.
public struct KeyRing: Sendable {
    private let keys: [Key]

    private struct Key {
        let name: String
        let secret: SecureBytes
    }

    func hasKey(named name: String) -> Bool { keys.contains { $0.name == name } }

    func namesOfKeys(notIn other: KeyRing) -> Set<String> {
        let gone = keys.filter { key in !other.keys.contains { $0.name == key.name && $0.secret == key.secret } }
        return Set(gone.map(\.name))
    }

    /// Bytes of the shortest key that is taken: shorter ones are guessed.
    public static let minimumKeyBytes = 16

    /// Upper bound on the bytes of a key file: room for a thousand keys of 40 characters, with names.
    public static let maximumFileBytes = 64 << 10

    /// The fault of a key file, and its line. Holds no key.
    public enum InvalidFile: Error, Equatable, CustomStringConvertible {
        /// A key has fewer than ``KeyRing/minimumKeyBytes`` bytes.
        case shortKey(line: Int)
        /// A key has a byte that is not visible ASCII, which no header field carries unchanged.
        case unsuitableByte(line: Int)
        /// A name is empty, longer than 64 bytes, or has other characters than letters, digits, dots, hyphens and
        /// underscores.
        case invalidName(line: Int)
        /// A name, or a key, stands on an earlier line already.
        case repeated(line: Int)
        /// The file has no keys, so nobody could be admitted.
        case empty
        /// There is no memory for the keys.
        case outOfMemory

        /// A sentence for the operator.
        public var description: String {
            switch self {
            case .shortKey(let line): "line \(line): a key has at least \(KeyRing.minimumKeyBytes) characters"
            case .unsuitableByte(let line): "line \(line): a key has only visible ASCII characters"
            case .invalidName(let line):
                "line \(line): a name has 1 to 64 letters, digits, dots, hyphens and underscores"
            case .repeated(let line): "line \(line): an earlier line has the same name or key"
            case .empty: "the file has no keys"
            case .outOfMemory: "there is not enough memory"
            }
        }
    }

    /// Reads the text of a key file.
    public init(parsing text: SecureBytes) throws(InvalidFile) {
        var keys: [Key] = []
        for (index, range) in Self.lines(of: text).enumerated() {
            guard let key = try Self.key(text[range], line: index + 1) else { continue }
            guard !keys.contains(where: { $0.name == key.name || $0.secret == key.secret }) else {
                throw .repeated(line: index + 1)
            }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw .empty }
        self.keys = keys
    }

    /// The name of the key that `candidate` is; nil if it is none.
    ///
    /// The time depends on the lengths of the keys and of the candidate, not on their bytes.
    func name(of candidate: SecureBytes) -> String? {
        var found: String?
        for key in keys where Self.isEqual(key.secret, candidate) { found = key.name }
        return found
    }

    private static func isEqual(_ secret: SecureBytes, _ candidate: SecureBytes) -> Bool {
        guard !candidate.isEmpty else { return false }
        return secret.withUnsafeBytes { secret in
            candidate.withUnsafeBytes { candidate in
                var difference = secret.count ^ candidate.count
                for index in secret.indices { difference |= Int(secret[index] ^ candidate[index % candidate.count]) }
                return difference == 0
            }
        }
    }

    /// The places of the lines. `split` would copy the text to an array that nobody wipes.
    private static func lines(of text: SecureBytes) -> [Range<Int>] {
        text.withUnsafeBytes { bytes in
            var lines: [Range<Int>] = []
            var start = 0
            for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
                lines.append(start..<index)
                start = index + 1
            }
            return lines + [start..<bytes.count]
        }
    }

    /// The key on a line; nil for an empty line or a comment.
    private static func key(_ line: SecureBytes, line number: Int) throws(InvalidFile) -> Key? {
        let found: (name: String, bounds: Range<Int>)? = try line.withUnsafeBytes { (bytes) throws(InvalidFile) in
            let end = bytes.last == UInt8(ascii: "\r") ? bytes.count - 1 : bytes.count
            guard end > 0, bytes[0] != UInt8(ascii: "#") else { return nil }
            let colon = bytes[..<end].firstIndex(of: UInt8(ascii: ":"))
            let name = colon.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? "key\(number)"
            let bounds = (colon.map { $0 + 1 } ?? 0)..<end
            guard name.isIdentifier() else { throw .invalidName(line: number) }
            guard bytes[bounds].allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .unsuitableByte(line: number) }
            guard bounds.count >= minimumKeyBytes else { throw .shortKey(line: number) }
            return (name, bounds)
        }
        return found.map { Key(name: $0.name, secret: line[$0.bounds]) }
    }
}
