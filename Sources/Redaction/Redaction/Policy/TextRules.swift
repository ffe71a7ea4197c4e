public import SensitiveText
import StrictJSON

/// What a policy takes out of the texts of an artefact, such as a trace or a log, and what stands in its place. Snapshots by
/// themselves have no texts.
public struct TextRules: Sendable, Hashable {
    /// The kinds of sensitive values that are looked for; may be empty.
    public let kinds: Set<SensitiveKind>
    /// Findings of a lower score are left, in 0.2...1.
    public let minimumScore: Double
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
            \.kinds,
            .cases("kind", fewest: 0, all: "sensitive"),
            default: Set(SensitiveKind.allCases),
            "kinds of sensitive values to take out of texts; by default all"
        ),
        .optional(
            "minimumScore",
            \.minimumScore,
            .number(in: 0.2...1),
            default: SensitiveTextSearch.minimumScore,
            "findings of a lower score are left"
        ),
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
        (self.kinds, self.minimumScore, self.replacement) = (kinds, minimumScore, replacement)
    }
}

extension TextRules: Encodable {
    /// Writes the member `texts` of a policy.
    public func encode(to encoder: any Encoder) throws { try Self.form.write(self, to: encoder) }
}
