public import ArgumentParser
import BoundedWork
import Foundation
import PolicyLibrary
public import Redaction
import SecureMemory

/// The options that say what to cover, and how.
struct CoverOptions: ParsableArguments {
    @Option(
        name: .customLong("policy"),
        help: ArgumentHelp("A policy by its name, or in a JSON or YAML file.", valueName: "name or file")
    )
    var policyName: String?
    @OptionGroup var policies: DirectoryOption
    @Option(
        help: ArgumentHelp("PNG and JPEG files that policies cover with, by their names.", valueName: "directory")
    )
    var assets: String?

    @OptionGroup var models: ModelOptions

    @Option(help: ArgumentHelp("One of \(Style.kinds.joined(separator: ", ")).", valueName: "style"))
    var style: String?
    @OptionGroup var styleOptions: StyleOptions
    @Option(
        help: ArgumentHelp(
            "image: a PNG or JPEG. A policy names it by its file name without the extension. May be repeated.",
            valueName: "file"
        )
    )
    var asset: [String] = []
    // Unconditional, as a number may begin with a minus.
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A rectangle to cover. May be repeated.", valueName: "x,y,width,height")
    )
    var region: [String] = []
    @Option(help: ArgumentHelp("Cover this much more on each side of a region.", valueName: "length"))
    var padding: String?
    @Option(help: "pixels, points or ratio. (default: pixels, or points with --scale)")
    var units: String?
    @Option(help: ArgumentHelp("Pixels for each point.", valueName: "n"))
    var scale: String?
    @Option(
        help: ArgumentHelp(
            "The page source of the screen, as Appium, UiAutomator or Playwright give it, for policies that name elements.",
            valueName: "file"
        )
    )
    var hierarchy: String?
    @Flag(
        help: "The page source of each X.png or X.jpg lies beside it, as X.xml or X.json. A picture may have none."
    )
    var hierarchiesBeside = false
    @Option(help: "What the app was doing, for policies with phases: active, inactive or background.")
    var phase: Phase?
    @Option(
        help: ArgumentHelp("erased refuses a policy that only obscures.", valueName: "assurance")
    )
    var minimumAssurance: MinimumAssurance = .obscured
    @Flag(help: "Refuse a snapshot of which nothing would be covered.")
    var requireCovered = false
}

extension Phase: ExpressibleByArgument {}

extension CoverOptions {
    /// The parameters of the shorthand, by the names that a query has for them.
    private var parameters: [(name: String, value: String)] {
        let single = [("style", style), ("padding", padding), ("units", units), ("scale", scale)]
        return single.compactMap { name, value in value.map { (name, $0) } }
            + styleOptions.values + region.map { ("region", $0) }
    }

    /// What the options count in; nil where they do not say.
    ///
    /// - Throws: `ExitCode`, after the reason was printed.
    func unit() throws -> LengthUnit? {
        do {
            return try PolicyShorthand(parameters).statedUnit()
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }

    /// The policy that the options name or spell out.
    ///
    /// - Throws: `ExitCode`, after the reason was printed.
    func policy() throws -> Policy {
        let policy = try policyName.map(policy(called:)) ?? shorthand()
        do {
            return try policy.demanding(minimumAssurance)
        } catch {
            throw CommandFailure.configuration(Self.message(error, of: policyName ?? "the policy"))
        }
    }

    /// The policy of a name, or else the one in a file, with the regions that the options bring for it.
    private func policy(called name: String) throws -> Policy {
        let regions: RequestedRegions?
        do {
            regions = try PolicyShorthand(parameters).requestedRegions()
        } catch {
            throw CommandFailure.usage("\(error)")
        }
        let policy = try policies.library()[name] ?? policy(inFile: name)
        do {
            return try policy.covering(regions)
        } catch {
            throw CommandFailure.usage("\(name): \(error)")
        }
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

    private static func message(_ error: PolicyError, of policy: String) -> String {
        let place = error.pointer.map { " at \"\($0)\"" } ?? ""
        return "\(policy)\(place): \(error)"
    }

    private func shorthand() throws -> Policy {
        guard style != nil else { throw CommandFailure.usage("say what to cover: --style or --policy") }
        var parameters = parameters
        if style == ImageStyle.kind {
            guard asset.count == 1 else { throw CommandFailure.usage("--style image takes one --asset") }
            parameters.append(("asset", assetName(asset[0])))
        } else if !asset.isEmpty {
            throw CommandFailure.usage("--asset goes with --style image")
        }
        do {
            return try PolicyShorthand(parameters).policy()
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }

    /// The pictures of a directory that `policy` names.
    ///
    /// - Throws: `ExitCode`, after the reason was printed.
    func pictures(for policy: Policy) throws -> PictureFiles {
        guard let assets else { return PictureFiles() }
        do {
            return try PictureFiles(directory: assets, needed: policy.assetNames)
        } catch {
            throw CommandFailure.configuration("\(error)")
        }
    }

    /// The directory of models that `policy` needs; nil if it needs none.
    ///
    /// - Throws: `ExitCode`, after the reason was printed, if there is none.
    func models(for policy: Policy) throws -> String? {
        guard policy.pointerToSight != nil else { return nil }
        let directory = models.directory
        do {
            try policy.check(hasDetector: directory != nil)
        } catch {
            throw CommandFailure.configuration(Self.message(error, of: policyName ?? "the policy"))
        }
        return directory
    }

    /// The page source of the screen; nil if none is given.
    ///
    /// - Throws: `ExitCode`, after the reason was printed, if the file cannot be read.
    func hierarchySource() throws -> SecureBytes? {
        try hierarchy.map { path in
            try mapError(InputFile(path).read()) { (error: FileError) in CommandFailure.usage("\(error)") }
        }
    }

    /// The pictures that styles name.
    ///
    /// - Throws: `ExitCode`, after the reason was printed: a file that cannot be read, or two of the same name.
    func assetFiles() throws -> [String: SecureBytes] {
        var assets: [String: SecureBytes] = [:]
        for path in asset {
            let name = assetName(path)
            guard assets[name] == nil else { throw CommandFailure.usage("two assets are called \(name)") }
            do {
                assets[name] = try InputFile(path).read()
            } catch {
                throw CommandFailure.configuration("\(error)")
            }
        }
        return assets
    }

    /// The name under which the policy asks for the file: in the shorthand, where there is only one, a name of ours.
    private func assetName(_ path: String) -> String {
        policyName == nil ? "asset" : URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }
}
