import BoundedWork

/// The words of forms in all languages, each in a file of its own. A caption counts on every screen, whatever its language.
enum Vocabulary {
    static let languages: [LanguageTerms] = [
        .international, .english, .german, .french, .spanish, .italian, .portuguese, .dutch, .polish,
        .russian, .ukrainian, .belarusian, .bulgarian, .serbian, .macedonian, .czech, .slovak, .slovenian,
        .croatian, .hungarian, .romanian, .greek, .turkish, .swedish, .norwegian, .danish, .finnish,
        .estonian, .latvian, .lithuanian, .vietnamese, .indonesian, .malay, .filipino, .arabic, .hebrew,
        .persian, .urdu, .hindi, .marathi, .nepali, .thai, .simplifiedChinese, .traditionalChinese,
        .japanese, .korean,
    ]

    private static let exact = try? LabelLexicon(languages, isRecognised: false)
    private static let recognised = try? LabelLexicon(languages, isRecognised: true)

    /// The lexicon of the process, made once; a new one if there was no memory for it.
    static func lexicon(isRecognised: Bool) throws(BudgetFailure) -> LabelLexicon {
        if let lexicon = isRecognised ? recognised : exact { return lexicon }
        return try LabelLexicon(languages, isRecognised: isRecognised)
    }
}
