public import Hierarchy
public import ImageCore
public import Messages
public import StrictJSON

/// A reason why a policy cannot be carried out, with its place. Rules are named by their index in the policy, from 0.
public enum PolicyError: Error, Equatable {
    /// The text of the policy is not JSON.
    case syntax(JSONSyntaxError)
    /// A value of the policy has another form than its schema.
    case invalid(JSONSchemaError)
    /// A rule's style is weaker than the minimum assurance of the policy, the request or the server.
    case assuranceTooWeak(rule: Int, style: String)
    /// A rule covers the regions of a request, which brings none.
    case regionsMissing(rule: Int)
    /// The request brings regions, and no rule covers them.
    case regionsNotTaken
    /// The regions of the request and the lengths of the policy are in units that do not convert.
    case unitFixed
    /// The policy counts in points, and nothing states how many pixels a point has.
    case scaleMissing
    /// The policy and the request state different scales, both in pixels for each point.
    case scaleConflict(policy: Double, request: Double)
    /// A region lies wholly outside the snapshot.
    case regionOutside(JSONPointer, snapshot: PixelSize)
    /// A kept region holds no pixel that could safely be shown.
    case keepTooSmall(JSONPointer)
    /// All of a rule's target is kept.
    case ruleKept(rule: Int)
    /// A rule found fewer matches than it demands.
    case tooFewMatches(rule: Int, found: Int, demanded: Int)
    /// The rules cover a smaller share of the snapshot than the policy demands; both are 0 to 1.
    case coverageTooSmall(found: Double, demanded: Double)
    /// No rule covers anything, and the request demands a cover.
    case nothingCovered
    /// A check has no rule that looks for anything: all cover fixed places.
    case nothingLookedFor
    /// A length of a style does not suit the snapshot; `found` and `allowed` are in pixels.
    case lengthOutOfRange(JSONPointer, found: Double, allowed: ClosedRange<Double>)
    /// A target names elements, and no page source came with the snapshot.
    case hierarchyMissing(JSONPointer)
    /// A page source came with the snapshot, and no target names elements.
    case hierarchyUnused
    /// The page source does not lie on the snapshot.
    case hierarchyMisplaced(PlacementError)
    /// The cover of a target is undecided, for a reason as a sentence without a full stop.
    case elementsUndecided(JSONPointer, String)
    /// A target takes too much work; a sentence without a full stop.
    case tooMuchWork(JSONPointer, String)
    /// A rule matched a visible element of unknown place.
    case elementUnplaceable(rule: Int)
    /// A target is found by looking at pixels, and there is no detector.
    case detectorMissing(JSONPointer)
    /// A style names an asset that neither the request nor the server has.
    case assetMissing(rule: Int, name: String)
    /// An asset does not decode.
    case assetInvalid(name: String, DecodingError)
    /// An asset came with the snapshot, and no style names it.
    case assetUnused(name: String)
    /// A message cannot be drawn with the fonts that there are, or a part of it would not be seen.
    case messageImpossible(rule: Int, MessageError)

    /// A fault of a member at the top of the policy, as a sentence without a full stop.
    static func invalid(at member: String, _ sentence: String) -> PolicyError {
        .invalid(JSONSchemaError(.invalid(sentence), at: JSONPointer([.name(member)])))
    }
}

extension PolicyError: CustomStringConvertible {
    /// The kind of problem as a stable identifier, such as `policy-invalid`.
    public var code: String { account.code }

    /// The place in the policy; nil where the fault lies elsewhere.
    public var pointer: JSONPointer? { account.pointer }

    /// The fault, as a sentence without a full stop for the author of the policy.
    public var description: String { account.sentence }

    private var account: (code: String, pointer: JSONPointer?, sentence: String) {
        switch self {
        case .syntax(let error): ("policy-syntax", error.pointer, "the policy is not JSON: \(error)")
        case .invalid(let error): ("policy-invalid", error.pointer, error.message)
        case .assuranceTooWeak(let rule, let style):
            (
                "assurance-too-weak", .rule(rule, "style"),
                "\(style) only obscures, and the minimum assurance is erased"
            )
        case .regionsMissing(let rule):
            (
                "regions-missing", .rule(rule, "target"),
                "the policy covers the regions that come with the snapshot, and there are none"
            )
        case .regionsNotTaken: ("regions-not-taken", nil, "the policy takes no regions: no rule covers \"regions\"")
        case .unitFixed:
            ("unit-fixed", nil, "the lengths of the policy and the regions are in units that do not convert")
        case .scaleMissing:
            (
                "scale-missing", JSONPointer([.name("units")]),
                "the policy counts in points, and neither the policy nor the request states the scale: pixels for each point"
            )
        case .scaleConflict(let policy, let request):
            (
                "scale-conflict", JSONPointer([.name("scale")]),
                "the policy states a scale of \(policy.shortest), and the request a scale of \(request.shortest)"
            )
        case .regionOutside(let pointer, let size):
            ("region-outside", pointer, "the region lies outside the snapshot, which is \(size) pixels")
        case .keepTooSmall(let pointer):
            (
                "keep-too-small", pointer,
                "the kept region is too small to show a pixel without its neighbours; in a JPEG it has to be larger"
                    + " than a block"
            )
        case .ruleKept(let rule):
            ("rule-kept", .rule(rule, "target"), "the rule would cover nothing: its whole target is kept")
        case .tooFewMatches(let rule, 0, 1):
            (
                "too-few-matches", .rule(rule, "atLeast"),
                "the rule found nothing on the screen; if that is fine, set \"atLeast\": 0"
            )
        case .tooFewMatches(let rule, let found, let demanded):
            (
                "too-few-matches", .rule(rule, "atLeast"),
                "the rule found \(found) matches, and demands at least \(demanded)"
            )
        case .coverageTooSmall(let found, let demanded):
            (
                "coverage-too-small", JSONPointer([.name("minimumCoverage")]),
                "the rules cover \(found.share) of the snapshot, and the policy demands at least \(demanded)"
            )
        case .nothingCovered:
            ("nothing-covered", nil, "nothing of the snapshot would be covered, and a cover is required")
        case .nothingLookedFor:
            ("nothing-looked-for", nil, "the policy has nothing to check: no rule looks for anything")
        case .lengthOutOfRange(let pointer, let found, let allowed):
            (
                "length-out-of-range", pointer,
                "the length is \(found.shortest) pixels on this snapshot, and has to be from "
                    + "\(allowed.lowerBound.shortest) to \(allowed.upperBound.shortest)"
            )
        case .hierarchyMissing(let pointer):
            ("hierarchy-missing", pointer, "the policy names elements, and no page source came with the snapshot")
        case .hierarchyUnused:
            (
                "hierarchy-unused", nil,
                "a page source came with the snapshot, and no target of the policy names elements"
            )
        case .hierarchyMisplaced(let error): ("hierarchy-misplaced", nil, error.description)
        case .elementsUndecided(let pointer, let sentence): ("elements-undecided", pointer, sentence)
        case .tooMuchWork(let pointer, let sentence): ("too-much-work", pointer, sentence)
        case .elementUnplaceable(let rule):
            (
                "element-unplaceable", .rule(rule, "target"),
                "the rule matches an element without a frame; to leave such elements uncovered, set "
                    + "\"unplaceable\": \"skip\""
            )
        case .detectorMissing(let pointer):
            (
                "detector-missing", pointer,
                "the target is found by looking at the snapshot, and no models are loaded"
            )
        case .assetMissing(let rule, let name):
            ("asset-missing", .rule(rule, "style", "image", "asset"), "there is no asset \"\(name)\"")
        case .assetInvalid(let name, let error):
            ("asset-invalid", nil, "the asset \"\(name)\" cannot be used: \(error)")
        case .assetUnused(let name):
            // An invalid name may be any text of the request.
            (
                "asset-unused", nil,
                "no style of the policy names \(name.isIdentifier() ? "the asset \"\(name)\"" : "one of the assets")"
            )
        case .messageImpossible(let rule, let error):
            (
                "message-impossible",
                error.member.map { .rule(rule, "style", "message", $0.rawValue) }
                    ?? .rule(rule, "style", "message"),
                error.description
            )
        }
    }
}

extension JSONPointer {
    /// The place of a member of the rule at `index`: `/rules/index/member/…`.
    static func rule(_ index: Int, _ members: String...) -> JSONPointer {
        JSONPointer([.name("rules"), .index(index)] + members.map { .name($0) })
    }
}

extension Double {
    /// A share below 1 with six decimals, rounded down.
    fileprivate var share: String { "0.\(String(1_000_000 + Int((self * 1_000_000).rounded(.down))).dropFirst())" }

    /// At most three decimals; none for a whole number.
    fileprivate var shortest: String {
        let rounded = (self * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
