public import SensitiveText
import StrictJSON

/// Kinds of sensitive text that a target looks for, and how sure their findings have to be.
public struct SoughtKinds: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The kinds.
    public let kinds: Set<SensitiveKind>
    /// Findings of a lower score are left, in 0.2...1.
    public let minimumScore: Double

    /// All kinds, as sure as findings are by default.
    static let all = SoughtKinds(Set(SensitiveKind.allCases))

    static let form = ObjectForm(
        .required("kinds", \.kinds, .cases("kind"), "kinds of sensitive text to look for"),
        scoreMember(\.minimumScore),
        make: SoughtKinds.init(_:minimumScore:)
    )

    /// The member for ``minimumScore``, of whatever states it.
    static func scoreMember<Owner>(_ score: any KeyPath<Owner, Double> & Sendable) -> Member<Owner, Double> {
        .optional(
            "minimumScore",
            score,
            .number(in: 0.2...1),
            default: SensitiveTextSearch.minimumScore,
            "findings of a lower score are left"
        )
    }

    /// Looks for `kinds`, with a score of at least `minimumScore`.
    public init(_ kinds: Set<SensitiveKind>, minimumScore: Double = SensitiveTextSearch.minimumScore) {
        (self.kinds, self.minimumScore) = (kinds, minimumScore)
    }

    /// The search for these kinds in texts.
    ///
    /// - Parameters:
    ///   - isRecognised: Whether a recogniser read the texts.
    ///   - names: What knows names that stand without a caption; nil where they are not looked for.
    package func search(isRecognised: Bool, names: NameLexicon?) -> SensitiveTextSearch {
        SensitiveTextSearch(kinds: kinds, minimumScore: minimumScore, isRecognised: isRecognised, names: names)
    }

    /// The search for those of these kinds that are among `kinds`, where nothing but a caption tells a value, in texts that no recogniser
    /// read.
    package func searchByCaption(for kinds: Set<SensitiveKind>) -> SensitiveTextSearch {
        SensitiveTextSearch(
            kinds: kinds.intersection(self.kinds),
            minimumScore: minimumScore,
            isByCaption: true,
            isRecognised: false
        )
    }

    /// Looks for kinds that are as sure as findings are by default.
    public init(arrayLiteral kinds: SensitiveKind...) { self.init(Set(kinds)) }
}
