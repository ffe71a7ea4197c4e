import BoundedWork
import Foundation
import Testing

@testable import SensitiveText

@Suite("The words of forms")
struct VocabularyTests {
    /// Names of entries that are no kinds of values.
    static let nothingSensitive: Set = ["harmless", "hotline", "version", "actions"]

    static let languages = Vocabulary.languages.filter { $0.language != "mul" }

    private static func names(of language: LanguageTerms) -> Set<String> { Set(language.entries.map(\.name)) }

    @Test("are there in 45 languages, with a name that is known for each entry, and no term twice")
    func form() {
        #expect(Self.languages.count >= 45)
        #expect(Set(Vocabulary.languages.map(\.language)).count == Vocabulary.languages.count)
        for language in Vocabulary.languages {
            for entry in language.entries {
                #expect(ConceptSet(name: entry.name) != nil, "\(language.language): \(entry.name)")
                #expect(Set(entry.terms).count == entry.terms.count, "\(language.language): \(entry.name)")
                #expect(entry.terms.allSatisfy { $0.contains(where: \.isLetter) && !$0.contains(":") })
            }
            #expect(Self.names(of: language).count == language.entries.count, "\(language.language)")
        }
    }

    @Test("are there in each language for each kind that has some in English, but for numbers of one country")
    func completeness() throws {
        // The abbreviations are the same in all languages.
        let international: Set = ["iban", "bic", "imei", "iccid", "ipAddress", "macAddress", "vin"]
        let english = try #require(Self.languages.first { $0.language == "en" })
        let kinds = Self.names(of: english).filter { !$0.contains(".") }.subtracting(international)
        #expect(kinds.count > 20)
        for language in Self.languages {
            #expect(kinds.subtracting(Self.names(of: language)) == [], "\(language.language)")
        }
        let shared = try #require(Vocabulary.languages.first { $0.language == "mul" })
        #expect(international.subtracting(Self.names(of: shared)) == [])
    }

    @Test("are each a label of their kind", arguments: [false, true])
    func labels(isRecognised: Bool) throws {
        for language in Vocabulary.languages {
            for entry in language.entries where entry.name != "actions" {
                let concepts = try #require(ConceptSet(name: entry.name))
                for term in entry.terms {
                    let found = try Self.concepts(of: String(term), isRecognised: isRecognised)
                    #expect(found.contains(concepts), "\(language.language) \(entry.name): \(term)")
                }
            }
        }
    }

    @Test(
        "are found in narrow Kana, and in Kana with the marks for sounds behind the letters",
        arguments: [false, true]
    )
    func kana(isRecognised: Bool) throws {
        let language = try #require(Self.languages.first { $0.language == "ja" })
        for entry in language.entries where entry.name != "actions" {
            let concepts = try #require(ConceptSet(name: entry.name))
            for term in entry.terms {
                let narrow = try #require(String(term).applyingTransform(.fullwidthToHalfwidth, reverse: false))
                for form in [narrow, String(term).decomposedStringWithCanonicalMapping] {
                    #expect(try Self.concepts(of: form, isRecognised: isRecognised).contains(concepts), "\(form)")
                }
            }
        }
    }

    @Test("that mean something harmless in one language and a secret in another are known")
    func clashes() throws {
        var harmless: Set<String> = []
        var sensitive: Set<String> = []
        for entry in Vocabulary.languages.flatMap(\.entries) {
            let terms = entry.terms.map { FoldedWords.folded($0.drop { $0 == " " }) }
            if Self.nothingSensitive.contains(entry.name) {
                harmless.formUnion(terms)
            } else {
                sensitive.formUnion(terms)
            }
        }
        // A postal code in Portuguese, a mobile phone in Turkish: the form of the value decides.
        #expect(harmless.intersection(sensitive) == ["cep"])
    }

    @Test("are none that screens have everywhere")
    func commonWords() throws {
        for word in Self.common.split(whereSeparator: \.isWhitespace) {
            let concepts = try Self.concepts(of: String(word), isRecognised: false)
            // A card or a map in German, a first name in Slovak or "less" in Italian: the form of the value decides.
            guard !["karte", "meno"].contains(word) else { continue }
            #expect(concepts.isDisjoint(with: Self.sensitive), "\(word)")
        }
    }

    private static let sensitive = SensitiveKind.allCases.reduce(into: ConceptSet()) { $0.formUnion(.kind($1)) }

    private static func concepts(of text: String, isRecognised: Bool) throws -> ConceptSet {
        var budget = WorkBudget(limit: SensitiveTextSearch.workLimit)
        var texts = try TextPieces()
        try texts.append(text, frame: TextFrame(x: 0, y: 0, width: 100, height: 10), budget: &budget)
        return try Vocabulary.lexicon(isRecognised: isRecognised).labels(in: texts.units(of: 0), budget: &budget)
            .reduce(into: ConceptSet()) { $0.formUnion($1.concepts) }
    }

    /// Words of menus, buttons and sentences.
    private static let common = """
        ok yes no on off in out up down new old all none more less the and or of to for with from by at is are was this that
        ten do so we me you he she it save send share search settings back next done cancel close open help home menu edit
        delete add remove copy paste today yesterday tomorrow now week month year monday friday image photo video music map
        notes files chat call news games store weather camera clock filter sort view list grid title author artist album
        einstellungen zurück weiter fertig abbrechen heute gestern morgen speichern teilen suchen und oder der die das mit
        von nicht ein ist auf für bild titel karte stadt land tag monat jahr paramètres retour suivant annuler aujourd'hui
        hier demain enregistrer partager rechercher et ou le la les un une avec pas sur pour titre ville pays jour mois an
        ajustes atrás siguiente cancelar hoy ayer mañana guardar compartir buscar y o el los una con por para título país
        día mes año impostazioni indietro avanti annulla oggi ieri domani salva condividi cerca che non per con gli di più
        titolo paese giorno mese anno meno già parte configurações voltar hoje ontem amanhã salvar pesquisar não com uma
        instellingen terug volgende annuleren vandaag gisteren opslaan delen zoeken en het een niet met van voor titel
        ustawienia wstecz dalej anuluj dzisiaj wczoraj jutro zapisz szukaj nie tak jest na to się od za tytuł miasto kraj
        nastavení zpět dnes včera hledat ne ano je se na za od do titul město země beállítások vissza ma tegnap keresés nem
        igen és vagy egy setări înapoi azi ieri căutare da nu este cu din ayarlar geri ileri bugün dün ara ve bir bu için
        inställningar tillbaka idag igår sök och inte är på av till för indstillinger tilbage søg og ikke er på af til
        asetukset takaisin tänään eilen haku ja ei on se cài đặt quay lại hôm nay tìm kiếm và không là của có được pengaturan
        kembali hari ini kemarin cari dan atau yang di ke dari ini itu tidak настройки назад далее отмена сегодня вчера поиск
        и или не на это что как для заголовок город страна день месяц год ρυθμίσεις πίσω σήμερα χθες αναζήτηση και δεν είναι
        设置 返回 下一步 取消 今天 昨天 保存 搜索 分享 帮助 关于 设定 返回 次へ 今日 昨日 検索 共有 戻る 설정 뒤로 다음 취소 오늘 어제 검색 공유
        الإعدادات رجوع التالي إلغاء اليوم أمس بحث حفظ مشاركة הגדרות חזרה הבא ביטול היום אתמול חיפוש सेटिंग वापस आज कल खोज
        ตั้งค่า กลับ ถัดไป ยกเลิก วันนี้ เมื่อวาน ค้นหา
        """
}
