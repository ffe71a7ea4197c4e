import AgeEncryption
import ArgumentParser
import BoundedWork
import Foundation
import PolicyLibrary
import Redaction

struct SealingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Seal what is covered to the holder of a key, to those of a file, or to a group of --recipients, in a "
                + "file beside the result with .age at the end of its name. May be repeated.",
            valueName: "age1…|file|name"
        )
    )
    var recipient: [String] = []
    @Option(help: ArgumentHelp("Files of keys by the names of groups.", valueName: "directory"))
    var recipients: String?
    @Flag(help: "Seal nothing, whatever else is set; receipts say so.")
    var noSeal = false

    /// The end of the name of a sealed file, behind that of its picture.
    static let fileExtension = ".age"
}

extension SealingOptions {
    /// - Parameter isOfMany: Whether the files of a directory are redacted as one run, or shard by shard.
    func validate(_ destination: DestinationOptions, isOfMany: Bool) throws {
        guard !recipient.isEmpty else {
            guard recipients == nil else {
                throw ValidationError("--recipients names groups: say which by --recipient.")
            }
            return
        }
        guard !(destination.output.map { FilePlace($0).isStream } ?? false), !destination.preview else {
            throw ValidationError("--recipient needs a file for the result, and does not go with --preview.")
        }
        guard !isOfMany else {
            throw ValidationError("--recipient does not go with --shard and --everything: name the files.")
        }
    }

    /// The keys of all recipients, each once.
    func keys() throws -> [String] {
        var keys: [String] = []
        for text in recipient {
            let named = try mapError(recipients(named: text)) { (error: InvalidFile) in
                CommandFailure.configuration("\(error)")
            }
            for key in named.map(\.text) where !keys.contains(key) { keys.append(key) }
        }
        guard keys.count <= AgeLimits.maximumRecipientCount else {
            throw CommandFailure.configuration(
                "--recipient: there are \(keys.count) keys, and at most \(AgeLimits.maximumRecipientCount)"
            )
        }
        return keys
    }

    private func recipients(named text: String) throws(InvalidFile) -> [AgeRecipient] {
        guard !IdentityOptions.isIdentity(text) else {
            throw InvalidFile(
                "--recipient",
                "that is an identity, which is secret: give the recipient of it (snapveil keys recipient)"
            )
        }
        if text.lowercased().hasPrefix("age1") {
            return [
                try mapError(AgeRecipient(text)) { (error: AgeKeyError) in InvalidFile("--recipient", error.sentence) }
            ]
        }
        guard !text.contains("/"), text.isIdentifier(), FilePlace(text).isMissing || recipients != nil else {
            return try RecipientFile(text).read()
        }
        guard let recipients else {
            throw InvalidFile("--recipient", "there is no file \(text); groups take --recipients")
        }
        return try RecipientFile.group(text, in: recipients)
    }
}
