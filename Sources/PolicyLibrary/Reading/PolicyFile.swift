import Foundation
public import Redaction
import SecureMemory
import StrictJSON

/// A policy in a file: YAML in one that is called `.yaml` or `.yml`, JSON in any other.
public struct PolicyFile: Sendable {
    /// Where it is; `-` is standard input.
    public let path: String
    private let kind: InputFile.Kind

    /// Most bytes of a file. The largest policy that there can be takes a fraction of it.
    static let maximumBytes = 256 << 10

    /// The file at `path`, which may be a pipe.
    public init(_ path: String) {
        self.init(path, .any)
    }

    init(_ path: String, _ kind: InputFile.Kind) {
        self.path = path
        self.kind = kind
    }

    /// The policy in the file.
    ///
    /// - Parameter minimum: The weakest assurance that it has to allow to be of use.
    /// - Throws: ``InvalidFile``, with the line.
    public func read(demanding minimum: MinimumAssurance = .obscured) throws(InvalidFile) -> Policy {
        try read(named: nil, demanding: minimum)
    }

    /// The policy in the file, under `name`. One that has a name of its own has to have this one.
    func read(named name: String?, demanding minimum: MinimumAssurance) throws(InvalidFile) -> Policy {
        let text = try text()
        do throws(PolicyError) {
            let policy = try Policy(JSONCursor(text.value))
            _ = try policy.demanding(minimum)
            return try name.map { (name) throws(PolicyError) in try policy.named(name) } ?? policy
        } catch {
            let pointer = error.pointer
            let place = pointer.map { $0.tokens.isEmpty ? "" : "\($0): " } ?? ""
            throw InvalidFile(path, line: pointer.flatMap(text.line), place + error.description)
        }
    }

    private func text() throws(InvalidFile) -> PolicyText {
        let bytes: SecureBytes
        do {
            bytes = try InputFile(path).read(kind, maximumBytes: Self.maximumBytes)
        } catch {
            throw InvalidFile(error)
        }
        let pathExtension = URL(fileURLWithPath: path).pathExtension.lowercased()
        do {
            return try PolicyText(bytes, syntax: PolicyText.Syntax(pathExtension: pathExtension) ?? .json)
        } catch {
            throw InvalidFile(path, line: error.line, error.reason)
        }
    }
}
