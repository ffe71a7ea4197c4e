public import Hierarchy
public import ImageCore
public import Messages
public import StrictJSON

/// Why a policy cannot be carried out, and which part of it. Rules are named by their index in the policy, from 0.
public enum PolicyError: Error, Equatable {
    /// The text of the policy is not JSON.
    case syntax(JSONSyntaxError)
    /// A value of the policy is not what it has to be.
    case invalid(JSONSchemaError)
    /// A rule's style is weaker than the minimum assurance of the policy, the request or the server.
    case assuranceTooWeak(rule: Int, style: String)
    /// A rule covers the regions that a request brings, and there are none.
    case regionsMissing(rule: Int)
    /// The request brings regions, and no rule covers them.
    case regionsNotTaken
    /// The regions of a request and the lengths of the policy are in units of which one cannot be counted in the other.
    case unitFixed
    /// The policy counts in points, and nothing tells how many pixels a point has.
    case scaleMissing
    /// The policy and the request state different scales, both in pixels for each point.
    case scaleConflict(policy: Double, request: Double)
    /// A region lies wholly outside the snapshot.
    case regionOutside(JSONPointer, snapshot: PixelSize)
    /// A region that is kept holds no pixel that could safely be shown.
    case keepTooSmall(JSONPointer)
    /// All that a rule covers is kept.
    case ruleKept(rule: Int)
    /// A rule found fewer matches than it demands.
    case tooFewMatches(rule: Int, found: Int, demanded: Int)
    /// The rules cover a smaller share of the snapshot than the policy demands; both are 0 to 1.
    case coverageTooSmall(found: Double, demanded: Double)
    /// No rule covers anything, and the request demands that something is covered.
    case nothingCovered
    /// A snapshot is to be checked, and no rule looks for anything: all cover places that are fixed.
    case nothingLookedFor
    /// A length of a style is too small or too large for the snapshot. What was found and what is allowed is in pixels.
    case lengthOutOfRange(JSONPointer, found: Double, allowed: ClosedRange<Double>)
    /// A target names elements, and no hierarchy came with the snapshot.
    case hierarchyMissing(JSONPointer)
    /// A hierarchy came with the snapshot, and no target names elements.
    case hierarchyUnused
    /// The hierarchy does not lie on the snapshot.
    case hierarchyMisplaced(PlacementError)
    /// It could not be found out what a target covers: why, as a sentence without a full stop.
    case elementsUndecided(JSONPointer, String)
    /// Finding out what a target covers takes too much work; a sentence without a full stop.
    case tooMuchWork(JSONPointer, String)
    /// A rule matched an element that can be seen, and of which nothing says where.
    case elementUnplaceable(rule: Int)
    /// A target is found by looking at the pixels of the snapshot, and nothing here can.
    case detectorMissing(JSONPointer)
    /// A style covers with a picture that neither came with the snapshot nor is the server's.
    case assetMissing(rule: Int, name: String)
    /// A picture that a style covers with does not decode.
    case assetInvalid(name: String, DecodingError)
    /// A picture came with the snapshot, and no style names it.
    case assetUnused(name: String)
    /// A message cannot be drawn with the fonts that there are, or nothing of a part of it would be seen.
    case messageImpossible(rule: Int, MessageError)

    /// A value at the top of the policy is wrong; `sentence` says how, without a full stop.
    static func invalid(at member: String, _ sentence: String) -> PolicyError {
        .invalid(JSONSchemaError(.invalid(sentence), at: JSONPointer([.name(member)])))
    }
}

extension PolicyError: CustomStringConvertible {
    /// The kind of problem as a stable identifier, such as `policy-invalid`.
    public var code: String {
        switch self {
        case .syntax: "policy-syntax"
        case .invalid: "policy-invalid"
        case .assuranceTooWeak: "assurance-too-weak"
        case .regionsMissing: "regions-missing"
        case .regionsNotTaken: "regions-not-taken"
        case .unitFixed: "unit-fixed"
        case .scaleMissing: "scale-missing"
        case .scaleConflict: "scale-conflict"
        case .regionOutside: "region-outside"
        case .keepTooSmall: "keep-too-small"
        case .ruleKept: "rule-kept"
        case .tooFewMatches: "too-few-matches"
        case .coverageTooSmall: "coverage-too-small"
        case .nothingCovered: "nothing-covered"
        case .nothingLookedFor: "nothing-looked-for"
        case .lengthOutOfRange: "length-out-of-range"
        case .hierarchyMissing: "hierarchy-missing"
        case .hierarchyUnused: "hierarchy-unused"
        case .hierarchyMisplaced: "hierarchy-misplaced"
        case .elementsUndecided: "elements-undecided"
        case .elementUnplaceable: "element-unplaceable"
        case .tooMuchWork: "too-much-work"
        case .detectorMissing: "detector-missing"
        case .assetMissing: "asset-missing"
        case .assetInvalid: "asset-invalid"
        case .assetUnused: "asset-unused"
        case .messageImpossible: "message-impossible"
        }
    }

    /// The part of the policy that is at fault; nil where the fault lies elsewhere.
    public var pointer: JSONPointer? {
        switch self {
        case .syntax(let error): error.pointer
        case .invalid(let error): error.pointer
        case .assuranceTooWeak(let rule, _): .rule(rule, "style")
        case .regionOutside(let pointer, _), .keepTooSmall(let pointer), .lengthOutOfRange(let pointer, _, _): pointer
        case .hierarchyMissing(let pointer), .elementsUndecided(let pointer, _), .tooMuchWork(let pointer, _),
            .detectorMissing(let pointer):
            pointer
        case .ruleKept(let rule), .regionsMissing(let rule), .elementUnplaceable(let rule): .rule(rule, "target")
        case .tooFewMatches(let rule, _, _): .rule(rule, "atLeast")
        case .coverageTooSmall: JSONPointer([.name("minimumCoverage")])
        case .scaleMissing: JSONPointer([.name("units")])
        case .scaleConflict: JSONPointer([.name("scale")])
        case .assetMissing(let rule, _): .rule(rule, "style", "image", "asset")
        case .messageImpossible(let rule, let error):
            error.member.map { .rule(rule, "style", "message", $0.rawValue) } ?? .rule(rule, "style", "message")
        case .assetInvalid, .assetUnused, .regionsNotTaken, .unitFixed, .hierarchyUnused, .hierarchyMisplaced,
            .nothingCovered, .nothingLookedFor:
            nil
        }
    }

    /// What is wrong, as a sentence without a full stop for the author of the policy.
    public var description: String {
        switch self {
        case .syntax(let error): "the policy is not JSON: \(error)"
        case .invalid(let error): error.message
        case .assuranceTooWeak(_, let style):
            "\(style) only obscures, and everything has to be erased here"
        case .regionsMissing: "the policy covers the regions that come with the snapshot, and there are none"
        case .regionsNotTaken: "the policy takes no regions: it says itself what to cover"
        case .unitFixed: "the lengths of the policy and the regions are in units that do not go together"
        case .scaleMissing:
            "the policy counts in points, and neither it nor the request states the scale: pixels for each point"
        case .scaleConflict(let policy, let request):
            "the policy is for a scale of \(policy.shortest), and the request states one of \(request.shortest)"
        case .regionOutside(_, let size): "the region lies outside the snapshot, which is \(size) pixels"
        case .keepTooSmall:
            "the kept region holds no pixel that can be shown without showing its neighbours; in a JPEG it has to be larger"
                + " than a block"
        case .ruleKept: "all that the rule covers is kept, so it would cover nothing"
        case .tooFewMatches(_, 0, 1):
            "the rule found nothing on the screen; where that may be so, it says \"atLeast\": 0"
        case .tooFewMatches(_, let found, let demanded): "the rule matched \(found), and demands at least \(demanded)"
        case .coverageTooSmall(let found, let demanded):
            "the rules cover \(found.share) of the snapshot, and have to cover at least \(demanded)"
        case .nothingCovered: "nothing of the snapshot would be covered, and something has to be here"
        case .nothingLookedFor: "no rule of the policy looks for anything, so there is nothing to check for"
        case .lengthOutOfRange(_, let found, let allowed):
            "it comes to \(found.shortest) pixels of this snapshot, and has to be from \(allowed.lowerBound.shortest) to "
                + "\(allowed.upperBound.shortest)"
        case .hierarchyMissing: "the policy names elements, and no hierarchy came with the snapshot"
        case .hierarchyUnused: "a hierarchy came with the snapshot, and no target of the policy names elements"
        case .hierarchyMisplaced(let error): error.description
        case .elementsUndecided(_, let sentence), .tooMuchWork(_, let sentence): sentence
        case .elementUnplaceable:
            "the rule matches an element that has no frame; to leave such elements uncovered, say "
                + "\"unplaceable\": \"skip\""
        case .detectorMissing:
            "what the target names is found by looking at the picture, and there are no models here to look with"
        case .assetMissing(_, let name): "there is no asset \"\(name)\""
        case .assetInvalid(let name, let error): "the asset \"\(name)\" cannot be used: \(error)"
        case .messageImpossible(_, let error): error.description
        case .assetUnused(let name):
            // A name that is none may be anything that was sent.
            "no style of the policy names \(name.isIdentifier() ? "the asset \"\(name)\"" : "one of the assets")"
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
    /// The number, a share below 1, with six decimals, and never more than it is.
    fileprivate var share: String { "0.\(String(1_000_000 + Int((self * 1_000_000).rounded(.down))).dropFirst())" }

    /// The number with at most three decimals, and with none if it is whole.
    fileprivate var shortest: String {
        let rounded = (self * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
