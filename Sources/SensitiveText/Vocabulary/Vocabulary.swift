/// What labels of values say, in the languages of forms.
enum Vocabulary {
    static let all = payment + identity + contact + access + harmless

    /// For texts that are as they were written.
    static let exact = LabelLexicon(all, isRecognised: false)
    /// For texts that a recogniser read.
    static let recognised = LabelLexicon(all, isRecognised: true)
    /// For texts in Cyrillic letters that were read as Latin ones.
    static let cyrillicLookAlikes = LookAlikeLexicon(all, CyrillicShapes.shapes) {
        CyrillicShapes.shapes.reading(of: $0) != nil
    }
    /// For texts in kana that were read as Chinese.
    static let kanaLookAlikes = LookAlikeLexicon(all, KanaShapes.shapes, isRead: KanaShapes.isRead)

    static func kind(_ kind: SensitiveKind, _ terms: String) -> LabelTerms {
        LabelTerms(.kind(kind), terms)
    }

    static func scheme(_ scheme: NumberScheme, _ terms: String) -> LabelTerms {
        LabelTerms(.scheme(scheme), terms)
    }
}
