/// What labels of values say, in the languages of forms.
enum Vocabulary {
    static let all = payment + identity + contact + access + harmless

    /// For texts that are as they were written.
    static let exact = LabelLexicon(all, isRecognised: false)
    /// For texts that a recogniser read.
    static let recognised = LabelLexicon(all, isRecognised: true)

    static func kind(_ kind: SensitiveKind, _ terms: String) -> LabelTerms {
        LabelTerms(.kind(kind), terms)
    }

    static func scheme(_ scheme: NumberScheme, _ terms: String) -> LabelTerms {
        LabelTerms(.scheme(scheme), terms)
    }
}
