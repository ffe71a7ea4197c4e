import ArgumentParser
import BoundedWork
import Foundation
import PolicyLibrary
import Redaction
import StrictJSON

/// `snapveil policies`: the policies that there are by name, and whether files are policies.
struct Policies: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List, show, check and describe policies.",
        subcommands: [List.self, Show.self, Check.self, Schema.self]
    )

    /// `snapveil policies list`: prints a line for each policy.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the policies by name, with their assurance and what they are for."
        )

        @OptionGroup var directory: DirectoryOption

        func run() throws {
            let policies = try directory.library().all
            let width = policies.map { $0.name?.count ?? 0 }.max() ?? 0
            for policy in policies {
                let name = (policy.name ?? "").padding(toLength: width, withPad: " ", startingAt: 0)
                let assurance = policy.assurance.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
                print("\(name)  \(assurance)  \(policy.summary ?? "")")
            }
        }
    }

    /// `snapveil policies show`: prints one policy as JSON.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print a policy as JSON.")

        @Argument(help: ArgumentHelp("The name of a policy.", valueName: "name"))
        var name: String

        @OptionGroup var directory: DirectoryOption

        func run() throws {
            let library = try directory.library()
            guard let policy = library[name] else {
                let known = library.names.joined(separator: ", ")
                throw CommandFailure.configuration("there is no policy \(QuotedText.quoting(name)); there are \(known)")
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(policy), as: UTF8.self))
        }
    }

    /// `snapveil policies schema`: prints what a policy has to be, for editors.
    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the JSON Schema of policies, by which editors complete and check them.",
            discussion: """
                In a policy in YAML:  # yaml-language-server: $schema=policy.schema.json
                In a policy in JSON:  { "$schema": "policy.schema.json", "rules": [ ... ] }
                """
        )

        func run() {
            print(Policy.schema.indentedText, terminator: "")
        }
    }

    /// `snapveil policies check`: checks files, and says of each that it is a policy, or why it is none.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check policy files: JSON, or YAML in a file called .yaml or .yml.",
            discussion: "The exit status is 78 if one of them cannot be used."
        )

        @Argument(help: ArgumentHelp("Policy files; - is standard input.", valueName: "file"))
        var files: [String]

        @Option(help: ArgumentHelp("erased refuses policies that only obscure.", valueName: "assurance"))
        var minimumAssurance: MinimumAssurance = .obscured

        func run() throws {
            var failure: ExitCode?
            for file in files {
                do throws(InvalidFile) {
                    let policy = try PolicyFile(file).read(demanding: minimumAssurance)
                    print("\(file): \(policy.assurance)")
                } catch {
                    failure = CommandFailure.configuration("\(error)")
                }
            }
            if let failure { throw failure }
        }
    }
}

/// The option that says where policies are.
struct DirectoryOption: ParsableArguments {
    @Option(
        name: .customLong("policies"),
        help: ArgumentHelp("Policies in .json, .yaml and .yml files, besides those built in.", valueName: "directory")
    )
    var path: String?

    /// The policies by name.
    ///
    /// - Throws: `ExitCode`, after the reason was printed.
    func library() throws -> PolicyLibrary {
        guard let path else { return PolicyLibrary() }
        return try mapError(PolicyLibrary(directory: path)) { (error: InvalidFile) in
            CommandFailure.configuration("\(error)")
        }
    }
}
