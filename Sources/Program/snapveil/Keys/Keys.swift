import AgeEncryption
import ArgumentParser
import BoundedWork
import Foundation
import RedactionJobs
import SecureMemory

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the keys that covered pixels are sealed to, and opened with.",
        discussion: """
            An identity opens what is sealed to its recipient. The recipient is no secret: it goes to --recipient, or into a \
            file of --recipients. Both are those of age (age-encryption.org).

            EXAMPLES
              snapveil keys new team.key
              snapveil keys new --passphrase team.key
              snapveil keys recipient team.key
            """,
        subcommands: [New.self, Recipient.self]
    )
}

extension Keys {
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a new identity to a file that only its owner can read, and print its recipient."
        )

        @Argument(help: ArgumentHelp("The file, which must not be there yet.", valueName: "file"))
        var file: String
        @Flag(help: "Encrypt the file with a passphrase, which the terminal is asked for.")
        var passphrase = false
        @Option(
            help: ArgumentHelp("Encrypt the file with the passphrase in the first line of this one.", valueName: "file")
        )
        var passphraseFile: String?

        func run() throws {
            guard !IdentityOptions.isIdentity(file) else { throw ValidationError("The file takes a name.") }
            try ProcessSecrecy.enforce()
            let secret = passphrase || passphraseFile != nil ? try Passphrase.new(from: passphraseFile) : nil
            let identity = try AgeIdentity()
            let content = try Self.content(of: identity, passphrase: secret)
            do throws(FileError) {
                try FilePlace(file).write(isNew: true) { (output) throws(SystemError) in
                    guard fchmod(output.descriptor, 0o600) == 0 else { throw .last }
                    try output.write(content)
                    try output.synchronize()
                }
            } catch {
                throw CommandFailure.output("\(error)")
            }
            print(identity.recipient.text)
        }

        /// The lines that `age-keygen` writes, encrypted where there is a passphrase.
        private static func content(of identity: AgeIdentity, passphrase: SecureBytes?) throws -> SecureBytes {
            var lines = try SecureBytesBuilder(capacity: 256)
            try lines.append("# created: \(Date.now.formatted(.iso8601))\n# public key: \(identity.recipient.text)\n")
            try lines.append(identity.text())
            try lines.append("\n")
            guard let passphrase else { return lines.finish() }
            var writer = try AgeWriter(passphrase: passphrase)
            try writer.append(lines.finish())
            return try AgeFile.armored(writer.finish())
        }
    }

    struct Recipient: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the recipients of the identities in a file.")

        @Argument(help: ArgumentHelp("A file of identities; - is standard input.", valueName: "file"))
        var file: String
        @Option(help: ArgumentHelp("File with the passphrase, if it is encrypted.", valueName: "file"))
        var passphraseFile: String?

        func run() throws {
            try ProcessSecrecy.enforce()
            var options = IdentityOptions()
            (options.identity, options.passphraseFile) = ([file], passphraseFile)
            try options.validate()
            let identities = try mapError(options.files().identities()) { (error: any Error) in
                error as? ExitCode ?? CommandFailure.configuration("\(error)")
            }
            for identity in identities { print(identity.recipient.text) }
        }
    }
}
