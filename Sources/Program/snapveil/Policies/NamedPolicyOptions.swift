import ArgumentParser
import Foundation
import PolicyLibrary
import Redaction

/// The options that name a policy.
struct NamedPolicyOptions: ParsableArguments {
    @Option(
        name: .customLong("policy"),
        help: ArgumentHelp("A policy by its name, or in a JSON or YAML file.", valueName: "name or file")
    )
    var name: String?
    @OptionGroup var policies: DirectoryOption

    /// The policy of the name, or else the one in the file; nil if none is named.
    ///
    /// - Throws: `ExitCode`, after the reason was printed.
    func policy() throws -> Policy? {
        guard let name else { return nil }
        return try policies.library()[name] ?? policy(inFile: name)
    }

    private func policy(inFile path: String) throws -> Policy {
        do {
            return try PolicyFile(path).read()
        } catch {
            let isName = path.isIdentifier() && !FileManager.default.fileExists(atPath: path)
            let known = try policies.library().names.joined(separator: ", ")
            throw CommandFailure.configuration(
                isName ? "there is no policy, and no file, called \(path); there are \(known)" : "\(error)"
            )
        }
    }

    /// What is wrong with the policy, with its name and the place.
    func message(_ error: PolicyError) -> String {
        let place = error.pointer.map { " at \"\($0)\"" } ?? ""
        return "\(name ?? "the policy")\(place): \(error)"
    }
}
