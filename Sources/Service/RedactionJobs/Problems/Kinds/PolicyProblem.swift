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
                remedy: "mend the place that the detail names"
            )
        case .invalid:
            unprocessable(
                "The policy is not valid",
                meaning: "a member is unknown, missing or out of range",
                remedy: "mend what `pointer` names; `GET /v1/policy.schema.json` says what a policy may have",
                guide: "WritingPolicies"
            )
        case .assuranceTooWeak:
            unprocessable(
                "A style is weaker than the minimum assurance",
                meaning: "a style only obscures, and the policy, the request or the server demands that everything is "
                    + "erased",
                remedy: "use `fill`, `veil`, `image` or `message`"
            )
        case .regionsMissing:
            unprocessable(
                "The policy needs regions",
                meaning: "the policy covers the regions of the request, and there are none",
                remedy: "send `region=x,y,width,height` in the query, once for each"
            )
        case .regionsNotTaken:
            unprocessable(
                "The policy takes no regions",
                meaning: "the request brings regions, and the policy says itself what to cover",
                remedy: "send none, or name a policy with the target `regions`, such as `mask`"
            )
        case .unitFixed:
            unprocessable(
                "The regions are in other units than the policy",
                meaning: "the regions are in units in which the policy's lengths cannot be counted",
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
                remedy: "send the right one, or leave it out of one of them"
            )
        case .regionOutside:
            unprocessable(
                "A region lies outside the snapshot",
                meaning: "a shape lies wholly outside the snapshot",
                remedy: "check units and scale, and whether it is the right screen"
            )
        case .keepTooSmall:
            unprocessable(
                "A kept region is too small",
                meaning: "what is kept holds no pixel that can be shown without its neighbours",
                remedy: "keep more; on a JPEG more than a block"
            )
        case .ruleKept:
            unprocessable(
                "A rule would cover nothing",
                meaning: "all that a rule covers is kept",
                remedy: "change the rule or `keep`"
            )
        case .tooFewMatches:
            unprocessable(
                "A rule matched too little",
                meaning: "a rule found less than it demands",
                remedy: "mend the name, or say `\"atLeast\": 0` where there may be none"
            )
        case .coverageTooSmall:
            unprocessable(
                "The policy would cover too little",
                meaning: "the rules cover less than `minimumCoverage`",
                remedy: "check the regions or elements that the request names"
            )
        case .nothingCovered:
            unprocessable(
                "Nothing would be covered",
                meaning: "nothing would be covered, and the server demands that something is",
                remedy: "check phase and hierarchy"
            )
        case .nothingLookedFor:
            unprocessable(
                "The policy looks for nothing",
                meaning: "a picture is to be checked, and all rules of the policy cover places that are fixed",
                remedy: "name elements, text, faces or codes in a rule, or leave the policy out"
            )
        case .lengthOutOfRange:
            unprocessable(
                "A length does not fit the snapshot",
                meaning: "a radius or a cell is too small or too large for this snapshot",
                remedy: "give one within the range that the detail states; check units and scale"
            )
        case .assetMissing:
            unprocessable(
                "An asset is missing",
                meaning: "a style names a picture that was not sent and that the server does not have",
                remedy: "send it as a part of that name"
            )
        case .assetInvalid:
            unprocessable(
                "An asset cannot be used",
                meaning: "a picture that was sent does not decode",
                remedy: "send it as an ordinary PNG or JPEG"
            )
        case .assetUnused:
            unprocessable(
                "An asset is not used",
                meaning: "a picture, or another part of the form, that no style names",
                remedy: "leave it out, or mend its name"
            )
        case .messageImpossible:
            unprocessable(
                "A message cannot be drawn",
                meaning: "no installed font has a character, or nothing of a part of it would be seen",
                remedy: "change the words, or install a font on the server that has what the detail names",
                guide: "Messages"
            )
        case .tooMuchWork:
            unprocessable(
                "It takes too much work to find out what is covered",
                meaning: "to find out which pixels the shapes cover takes too much work",
                remedy: "use fewer shapes, with fewer corners, or less padding"
            )
        case .detectorMissing:
            unprocessable(
                "There is nothing to look with",
                meaning: "a target is found by looking at the picture, and the server has no models",
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
