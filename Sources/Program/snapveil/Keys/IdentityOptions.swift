import AgeEncryption
import ArgumentParser
import BoundedWork
import RedactionJobs
import SecureMemory

struct IdentityOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "File of identities, as keys new and age-keygen write them; - is standard input. May be repeated.",
            valueName: "file"
        )
    )
    var identity: [String] = []
    @Option(
        help: ArgumentHelp(
            "File with the passphrase of encrypted identities in its first line. (default: ask the terminal)",
            valueName: "file"
        )
    )
    var passphraseFile: String?

    func validate() throws {
        guard !identity.isEmpty else { throw ValidationError("--identity is missing: nothing opens a sealed file.") }
        guard !identity.contains(where: Self.isIdentity) else {
            throw ValidationError("--identity takes a file: an identity is secret, and others see a command line.")
        }
        guard (identity + [passphraseFile].compactMap(\.self)).count(where: { $0 == InputFile.standardInput }) <= 1
        else {
            throw ValidationError("Standard input is one file.")
        }
    }
}

extension IdentityOptions {
    /// The files that are named.
    var paths: [String?] { identity + [passphraseFile] }

    /// Whether a text of the command line is or holds an identity itself, which no message repeats.
    static func isIdentity(_ text: String) -> Bool {
        let text = text.uppercased()
        return text.contains("AGE-SECRET-KEY-") || text.contains("AGE-PLUGIN-") || text.contains("\n")
    }

    /// The files, and the passphrase if one of them is encrypted.
    func files() throws -> IdentityFiles {
        let files = try identity.map { path in
            IdentityFiles.File(
                path,
                try mapError(InputFile(path).read(.any, maximumBytes: AgeKeyFile.maximumByteCount)) {
                    (error: FileError) in
                    CommandFailure.configuration("\(error)")
                }
            )
        }
        guard files.contains(where: \.isEncrypted) else { return IdentityFiles(files, passphrase: nil) }
        return IdentityFiles(files, passphrase: try Passphrase.read(from: passphraseFile, "Passphrase: "))
    }
}
