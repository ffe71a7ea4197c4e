enum NationalNumbers {
    static let rules =
        northAmerica + southAmerica + britishIsles + germanSpeaking + westernEurope + southernEurope + centralEurope
        + northernEurope + easternEurope + nearEast + southAsia + eastAsia + southEastAsia + oceania

    /// A rule for a scheme; the labels of identity numbers in general name the scheme, too.
    static func rule(
        _ scheme: NumberScheme,
        distinct: String = "",
        labelled: String = "",
        check: NumberRule.Check,
        isFree: Bool = true,
        trustsLabel: Bool = true,
        isValid: @escaping @Sendable (CompactNumber) -> Bool = { _ in true }
    ) -> NumberRule {
        NumberRule(
            .nationalNumber,
            scheme,
            distinct: distinct,
            labelled: labelled,
            check: check,
            isFree: isFree,
            trustsLabel: trustsLabel,
            concepts: check == .none && !trustsLabel ? .scheme(scheme) : .scheme(scheme).union(.kind(.nationalNumber)),
            isValid: { !$0.isUniform && isValid($0) }
        )
    }
}
