import HTTPTypes

/// The kinds of problems with a policy.
package enum PolicyProblem: String, ProblemTopic {
    case syntax = "policy-syntax"
    case invalid = "policy-invalid"
    case assuranceTooWeak = "assurance-too-weak"
    case regionsMissing = "regions-missing"
    case regionsNotTaken = "regions-not-taken"
    case unitFixed = "unit-fixed"
    case scaleMissing = "scale-missing"
    case scaleConflict = "scale-conflict"
    case regionOutside = "region-outside"
    case keepTooSmall = "keep-too-small"
    case ruleKept = "rule-kept"
    case tooFewMatches = "too-few-matches"
    case coverageTooSmall = "coverage-too-small"
    case nothingCovered = "nothing-covered"
    case nothingLookedFor = "nothing-looked-for"
    case lengthOutOfRange = "length-out-of-range"
    case assetMissing = "asset-missing"
    case assetInvalid = "asset-invalid"
    case assetUnused = "asset-unused"
    case messageImpossible = "message-impossible"
    case tooMuchWork = "too-much-work"
    case detectorMissing = "detector-missing"

    package static let heading = "The policy"

    package var definition: ProblemDefinition {
        switch self {
        case .syntax:
            ProblemDefinition(
                .badRequest,
                "The policy is not JSON",
                meaning: "the policy is not JSON",
                remedy: "correct the place that the detail names"
            )
        case .invalid:
            unprocessable(
                "The policy is not valid",
                meaning: "a member is unknown, missing or out of range",
                remedy: "correct the member that `pointer` names; `GET /v1/policy.schema.json` describes policies",
                guide: "WritingPolicies"
            )
        case .assuranceTooWeak:
            unprocessable(
                "A style is weaker than the minimum assurance",
                meaning: "a style only obscures, and the policy, the request or the server demands that every cover is "
                    + "erased",
                remedy: "use `fill`, `veil`, `image`, `message` or `label`"
            )
        case .regionsMissing:
            unprocessable(
                "The policy needs regions",
                meaning: "the policy covers the regions of the request, and the request has none",
                remedy: "send `region=x,y,width,height` in the query, once for each"
            )
        case .regionsNotTaken:
            unprocessable(
                "The policy takes no regions",
                meaning: "the request has regions, and no rule of the policy covers them",
                remedy: "leave the regions out, or name a policy with the target `regions`, such as `mask`"
            )
        case .unitFixed:
            unprocessable(
                "The regions and the policy have different units",
                meaning: "the lengths of the policy do not convert to the units of the regions",
                remedy: "send the regions in the policy's units"
            )
        case .scaleMissing:
            unprocessable(
                "The scale is missing",
                meaning: "the policy counts in points, and nothing states the scale",
                remedy: "send `scale`, the pixels for each point: 3 on most phones"
            )
        case .scaleConflict:
            unprocessable(
                "The policy is for another scale",
                meaning: "the policy states another scale than the request",
                remedy: "correct one of the two, or leave it out"
            )
        case .regionOutside:
            unprocessable(
                "A region lies outside the snapshot",
                meaning: "a shape lies wholly outside the snapshot",
                remedy: "check the units, the scale and that it is the right screen"
            )
        case .keepTooSmall:
            unprocessable(
                "A kept region is too small",
                meaning: "a kept region is too small to show a pixel without its neighbours",
                remedy: "keep a larger region; in a JPEG, larger than a block"
            )
        case .ruleKept:
            unprocessable(
                "A rule would cover nothing",
                meaning: "the whole target of a rule is kept",
                remedy: "change the rule or `keep`"
            )
        case .tooFewMatches:
            unprocessable(
                "A rule found too few matches",
                meaning: "a rule found fewer matches than it demands",
                remedy: "correct the name, or set `\"atLeast\": 0` if there may be none"
            )
        case .coverageTooSmall:
            unprocessable(
                "The policy would cover too little",
                meaning: "the rules cover a smaller share of the snapshot than `minimumCoverage`",
                remedy: "check the regions of the request and the elements of its page source"
            )
        case .nothingCovered:
            unprocessable(
                "Nothing would be covered",
                meaning: "no rule covers anything, and the server requires a cover",
                remedy: "check the phase and the page source"
            )
        case .nothingLookedFor:
            unprocessable(
                "The policy has nothing to check",
                meaning: "the request is a check, and all rules of the policy cover fixed places",
                remedy: "name elements, text, faces or codes in a rule, or leave the policy out"
            )
        case .lengthOutOfRange:
            unprocessable(
                "A length does not fit the snapshot",
                meaning: "a radius or a cell is too small or too large on this snapshot",
                remedy: "use a length in the range that the detail states; check units and scale"
            )
        case .assetMissing:
            unprocessable(
                "An asset is missing",
                meaning: "a style names an asset that neither the request nor the server has",
                remedy: "send the asset as a part of that name"
            )
        case .assetInvalid:
            unprocessable(
                "An asset cannot be used",
                meaning: "an asset of the request does not decode",
                remedy: "send it as an ordinary PNG or JPEG"
            )
        case .assetUnused:
            unprocessable(
                "An asset is not used",
                meaning: "the request has an asset, or another part of the form, that no style names",
                remedy: "leave it out, or correct its name"
            )
        case .messageImpossible:
            unprocessable(
                "A message cannot be drawn",
                meaning: "no installed font has one of its characters, or a part of it would be invisible",
                remedy: "change the words, or install a font on the server with the character that the detail names",
                guide: "Messages"
            )
        case .tooMuchWork:
            unprocessable(
                "Finding the covered places takes too much work",
                meaning: "the shapes are too many or too intricate to find their pixels",
                remedy: "use fewer shapes, with fewer corners, or less padding"
            )
        case .detectorMissing:
            unprocessable(
                "The server has no models",
                meaning: "a target is found by looking at the snapshot, and the server has no models",
                remedy: "start the server with `--models`, or name elements or regions"
            )
        }
    }

    private func unprocessable(
        _ title: String,
        meaning: String,
        remedy: String,
        guide: String? = nil
    ) -> ProblemDefinition {
        ProblemDefinition(.unprocessableContent, title, meaning: meaning, remedy: remedy, guide: guide)
    }
}
