public import SensitiveText
import StrictJSON

/// What a policy takes out of the texts of an artefact, such as a trace or a log, and what stands in its place. Snapshots by
/// themselves have no texts.
public struct TextRules: Sendable, Hashable {
    /// The sensitive values that are looked for; of no kind at all, too.
    public let sought: SoughtKinds
    /// The text for a value, with ``kindPlace`` for the word for its kind.
    public let replacement: String

    /// The part of a replacement that the word for the kind takes the place of.
    public static let kindPlace = "{kind}"

    /// All kinds, as sure as findings are by default, each replaced by its word in brackets.
    public static let standard = TextRules()

    private static let longestReplacement = 64

    static let form = ObjectForm<TextRules>(
        .optional(
            "kinds",
            \.sought.kinds,
            .cases("kind", fewest: 0, all: "sensitive"),
            default: Set(SensitiveKind.allCases),
            "kinds of sensitive values to take out of texts; by default all"
        ),
        SoughtKinds.scoreMember(\.sought.minimumScore),
        .optional(
            "replacement",
            \.replacement,
            .line(longestReplacement),
            default: "[\(kindPlace)]",
            "the text in place of a value; {kind} stands for its kind"
        ),
        make: TextRules.init(kinds:minimumScore:replacement:)
    )

    /// Takes out values of `kinds` with a score of at least `minimumScore`. The replacement is a line of 1 to 64 bytes without
    /// control characters.
    public init(
        kinds: Set<SensitiveKind> = Set(SensitiveKind.allCases),
        minimumScore: Double = SensitiveTextSearch.minimumScore,
        replacement: String = "[\(kindPlace)]"
    ) {
        (sought, self.replacement) = (SoughtKinds(kinds, minimumScore: minimumScore), replacement)
    }
}

extension TextRules: Encodable {
    /// Writes the member `texts` of a policy.
    public func encode(to encoder: any Encoder) throws { try Self.form.write(self, to: encoder) }
}
