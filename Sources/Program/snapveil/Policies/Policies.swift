import ArgumentParser
import BoundedWork
import Foundation
import PolicyLibrary
import Redaction
import StrictJSON

struct Policies: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List, show, check and describe policies.",
        subcommands: [List.self, Show.self, Check.self, Schema.self]
    )

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the policies with name, assurance and purpose."
        )

        @OptionGroup var directory: DirectoryOption

        func run() throws {
            let policies = try directory.library().all
            let width = policies.map { $0.name?.count ?? 0 }.max() ?? 0
            for policy in policies {
                let name = (policy.name ?? "").padding(toLength: width, withPad: " ", startingAt: 0)
                let assurance = policy.assurance.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
                PrintedText.line("\(name)  \(assurance)  \(policy.summary ?? "")")
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print a policy as JSON.")

        @Argument(help: ArgumentHelp("The name of a policy.", valueName: "name"))
        var name: String

        @OptionGroup var directory: DirectoryOption

        func run() throws {
            let library = try directory.library()
            guard let policy = library[name] else {
                let known = library.names.joined(separator: ", ")
                throw CommandFailure.configuration("there is no policy \(QuotedText.quoting(name)); known are \(known)")
            }
            print(try PrintedText.json(policy))
        }
    }

    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the JSON Schema of policies, for completion and checks in editors.",
            discussion: """
                In a policy in YAML:  # yaml-language-server: $schema=policy.schema.json
                In a policy in JSON:  { "$schema": "policy.schema.json", "rules": [ ... ] }
                """
        )

        func run() {
            print(Policy.schema.indentedText, terminator: "")
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check policy files: JSON, or YAML with the extension .yaml or .yml.",
            discussion: "The exit status is 78 if a file cannot be used."
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
                    PrintedText.line("\(file): \(policy.assurance)")
                } catch {
                    failure = CommandFailure.configuration("\(error)")
                }
            }
            if let failure { throw failure }
        }
    }
}

struct DirectoryOption: ParsableArguments {
    @Option(
        name: .customLong("policies"),
        help: ArgumentHelp("Policies in .json, .yaml and .yml files, besides those built in.", valueName: "directory")
    )
    var path: String?

    /// The policies by name.
    func library() throws -> PolicyLibrary {
        guard let path else { return PolicyLibrary() }
        return try mapError(PolicyLibrary(directory: path)) { (error: InvalidFile) in
            CommandFailure.configuration("\(error)")
        }
    }
}

struct NamedPolicyOptions: ParsableArguments {
    @Option(
        name: .customLong("policy"),
        help: ArgumentHelp("Name of a policy, or a JSON or YAML file with one.", valueName: "name or file")
    )
    var name: String?
    @OptionGroup var policies: DirectoryOption

    /// The policy of the name, or else the one in the file; nil if none is named.
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
                isName ? "there is no policy and no file called \(path); known are \(known)" : "\(error)"
            )
        }
    }

    /// The error of a policy, with its name and the place.
    func message(_ error: PolicyError) -> String {
        let place = error.pointer.map { " at \"\($0)\"" } ?? ""
        return "\(name ?? "the policy")\(place): \(error)"
    }
}
