public import ArgumentParser
import BoundedWork
import Foundation
import PolicyLibrary
public import Redaction
import SecureMemory

struct CoverOptions: ParsableArguments {
    @OptionGroup var named: NamedPolicyOptions
    @Option(
        help: ArgumentHelp("Assets for policies: PNG and JPEG files, by their names.", valueName: "directory")
    )
    var assets: String?

    @OptionGroup var models: ModelOptions

    @Option(help: ArgumentHelp("One of \(Style.kinds.joined(separator: ", ")).", valueName: "style"))
    var style: String?
    @OptionGroup var styleOptions: StyleOptions
    @Option(
        help: ArgumentHelp(
            "image: an asset, as a PNG or JPEG. Policies name it by its file name without the extension. May be repeated.",
            valueName: "file"
        )
    )
    var asset: [String] = []
    // Unconditional, because a number may begin with a minus.
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A rectangle to cover. May be repeated.", valueName: "x,y,width,height")
    )
    var region: [String] = []
    @Option(help: ArgumentHelp("Distance to cover beyond a region on each side.", valueName: "length"))
    var padding: String?
    @Option(help: "Unit of lengths: pixels, points or ratio. (default: pixels, or points with --scale)")
    var units: String?
    @Option(help: ArgumentHelp("Pixels for each point.", valueName: "n"))
    var scale: String?
    @OptionGroup var hierarchies: HierarchyOptions
    @Option(help: "State of the app, for policies with phases: active, inactive or background.")
    var phase: Phase?
    @Option(
        help: ArgumentHelp("erased refuses a policy that only obscures.", valueName: "assurance")
    )
    var minimumAssurance: MinimumAssurance = .obscured
    @Flag(help: "Refuse a snapshot if nothing of it would be covered.")
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

    /// The unit of the options; nil where they state none.
    func unit() throws -> LengthUnit? {
        do {
            return try PolicyShorthand(parameters).statedUnit()
        } catch {
            throw CommandFailure.usage("\(error)")
        }
    }

    /// The policy that the options name or spell out.
    func policy() throws -> Policy {
        let policy = try named.policy().map(withRegions) ?? shorthand()
        do {
            return try policy.demanding(minimumAssurance)
        } catch {
            throw CommandFailure.configuration(named.message(error))
        }
    }

    /// A policy that is named, with the regions that the options bring for it.
    private func withRegions(_ policy: Policy) throws -> Policy {
        let regions: RequestedRegions?
        do {
            regions = try PolicyShorthand(parameters).requestedRegions()
        } catch {
            throw CommandFailure.usage("\(error)")
        }
        do {
            return try policy.covering(regions)
        } catch {
            throw CommandFailure.usage("\(named.name ?? "the policy"): \(error)")
        }
    }

    private func shorthand() throws -> Policy {
        guard style != nil else { throw CommandFailure.usage("nothing to cover: use --style or --policy") }
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
    func pictures(for policy: Policy) throws -> PictureFiles {
        guard let assets else { return PictureFiles() }
        do {
            return try PictureFiles(directory: assets, needed: policy.assetNames)
        } catch {
            throw CommandFailure.configuration("\(error)")
        }
    }

    /// The pictures that styles name, no two of the same name.
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
        named.name == nil ? "asset" : URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }
}

/// An option for each parameter of a style, with the name and the help that the parameter states.
///
/// The options of a command are found among its properties by reflection, so this reflects as if it had one for each.
struct StyleOptions: ParsableArguments, CustomReflectable {
    /// The given values, by the names of the parameters.
    private(set) var values: [(name: String, value: String)] = []

    /// A picture is a file here and has an option of its own.
    private static let parameters = PolicyShorthand.styleParameters.filter { $0.name != "asset" }

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: MemberName.self)
        for parameter in Self.parameters {
            let option = try options.decode(Option<String?>.self, forKey: MemberName(stringValue: parameter.name))
            if let value = option.wrappedValue { values.append((parameter.name, value)) }
        }
    }

    var customMirror: Mirror {
        let options = Self.parameters.map { parameter in
            (label: String?("_" + parameter.name), value: Option<String?>(help: Self.help(parameter)) as Any)
        }
        return Mirror(self, children: options, displayStyle: .struct)
    }

    /// For example `blur: standard deviation of the Gaussian. veil: how far ….`
    private static func help(_ parameter: PolicyShorthand.Parameter) -> ArgumentHelp {
        let sentences = parameter.uses.map { use in "\(use.style.map { "\($0): " } ?? "")\(use.help)." }
        return ArgumentHelp("\(sentences.joined(separator: " "))", valueName: parameter.valueName)
    }
}
