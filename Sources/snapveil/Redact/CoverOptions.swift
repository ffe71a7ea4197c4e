public import ArgumentParser
import Foundation
public import Redaction
import SecureMemory

/// The options that say what to cover, and how.
struct CoverOptions: ParsableArguments {
    @Option(name: .customLong("policy"), help: ArgumentHelp("A policy in a JSON file.", valueName: "file"))
    var policyFile: String?

    @Option(help: "fill, veil, image, blur or pixelate.")
    var style: String?
    @Option(help: ArgumentHelp("fill: the colour, #rgb or #rrggbb.", valueName: "color"))
    var color: String?
    @Option(help: ArgumentHelp("blur, veil: standard deviation of the Gaussian.", valueName: "length"))
    var radius: String?
    @Option(help: ArgumentHelp("pixelate: edge of a cell.", valueName: "length"))
    var block: String?
    @Option(
        help: ArgumentHelp(
            "image: a PNG or JPEG. A policy names it by its file name without the extension. May be repeated.",
            valueName: "file"
        )
    )
    var asset: [String] = []
    @Option(
        help: ArgumentHelp("image: aspectFill, aspectFit, fill or center. (default: aspectFill)", valueName: "mode")
    )
    var contentMode: String?
    @Option(help: ArgumentHelp("image: the colour behind it. (default: #000000)", valueName: "color"))
    var background: String?
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
    @Option(help: "What the app was doing, for policies with phases: active, inactive or background.")
    var phase: Phase?
    @Option(
        help: ArgumentHelp("erased refuses a policy that only obscures.", valueName: "assurance")
    )
    var minimumAssurance: MinimumAssurance = .obscured
}

extension Phase: ExpressibleByArgument {}

extension CoverOptions {
    /// The parameters of the shorthand, by the names that a query has for them.
    private var parameters: [(name: String, value: String)] {
        let single: [(PolicyShorthand.Parameter, String?)] = [
            (.style, style), (.color, color), (.radius, radius), (.block, block), (.contentMode, contentMode),
            (.background, background), (.padding, padding), (.units, units), (.scale, scale),
        ]
        return single.compactMap { parameter, value in value.map { (parameter.rawValue, $0) } }
            + region.map { (PolicyShorthand.Parameter.region.rawValue, $0) }
    }

    /// The policy that the options name or spell out.
    ///
    /// - Throws: `ExitCode`, after the reason was printed.
    func policy() throws -> Policy {
        let policy = try policyFile.map(policy(inFile:)) ?? shorthand()
        do {
            return try policy.demanding(minimumAssurance)
        } catch {
            throw CommandFailure.configuration(Self.message(error, of: policyFile ?? "the policy"))
        }
    }

    private func policy(inFile policyFile: String) throws -> Policy {
        if let extra = parameters.first?.name {
            throw CommandFailure.usage("--policy does not go with \(extra): the policy says it all")
        }
        do {
            return try Policy(parsing: try InputFile(policyFile).read())
        } catch let error as PolicyError {
            throw CommandFailure.configuration(Self.message(error, of: policyFile))
        } catch {
            throw CommandFailure.configuration("\(error)")
        }
    }

    private static func message(_ error: PolicyError, of policy: String) -> String {
        let place = error.pointer.map { " at \"\($0)\"" } ?? ""
        return "\(policy)\(place): \(error)"
    }

    private func shorthand() throws -> Policy {
        guard style != nil else { throw CommandFailure.usage("say what to cover: --style or --policy") }
        var parameters = parameters
        if style == Style.Kind.image.rawValue {
            guard asset.count == 1 else { throw CommandFailure.usage("--style image takes one --asset") }
            parameters.append((PolicyShorthand.Parameter.asset.rawValue, assetName(asset[0])))
        } else if !asset.isEmpty {
            throw CommandFailure.usage("--asset goes with --style image")
        }
        do {
            return try PolicyShorthand(parameters).policy()
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }

    /// The pictures that styles name.
    ///
    /// - Throws: `ExitCode`, after the reason was printed: a file that cannot be read, or two of the same name.
    func assets() throws -> [String: SecureBytes] {
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
        policyFile == nil ? "asset" : URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }
}
