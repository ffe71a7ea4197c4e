import BoundedWork
import Foundation
import Redaction
import SecureMemory

/// A policy as a request sends it.
enum PolicyReference {
    /// One of the server's policies, by its name.
    case named(String)
    /// A policy that the request spells out.
    case literal(Policy)

    /// Reads the JSON text of a policy, or a bare name.
    ///
    /// - Throws: A problem whose pointer, or line, is that of the text.
    init(text: SecureBytes) throws(Problem) {
        let first = text.withUnsafeBytes { bytes in bytes.first { !" \t\r\n".utf8.contains($0) } }
        guard first == UInt8(ascii: "{") else {
            let name = text.withUnsafeBytes { String(decoding: $0.prefix(256), as: UTF8.self) }
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard name.isIdentifier() else {
                throw .parameter(PolicyProblem.invalid, "policy", "has to be a JSON object or the name of a policy")
            }
            self = .named(name)
            return
        }
        self = .literal(try mapError(Policy(parsing: text)) { (error: PolicyError) in Problem(error) })
    }
}
