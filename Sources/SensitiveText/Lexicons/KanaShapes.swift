/// Kana, and a few characters of Japanese, as a recogniser of Chinese reads them.
enum KanaShapes {
    static let shapes = LookAlikeShapes(
        [
            ("パバハヘへ", "八", "", false), ("ス", "又z7", "", false), ("ワ", "7口", "", true), ("ー", "一-", "", true),
            ("ド", "下卜f", "", false), ("セ", "乜七也", "", true), ("キ", "≠丰", "", false), ("ュ", "1₁", "", true),
            ("リ", "∪j", "", false), ("テ", "于", "", false), ("イィ", "1", "", true), ("コ", "∃二", "", true),
            ("ョヨ", "∃", "", true), ("カ", "力", "", false), ("マ", "7", "", true), ("ナ", "于十", "", false),
            ("ン", ">之∪", "", true), ("メ", "x", "", false), ("ル", "儿", "", false), ("ア", "刀p", "", false),
            ("レ", "l", "", false), ("ウ", "方", "", true), ("オォ", "才", "", true), ("ッ", "少", "", true),
            ("ト", "卜一", "", false), ("お", "书求", "", true), ("け", "十", "", true), ("ま", "圭主", "", false),
            ("れ", "机九", "", false), ("タ", "夕", "", false), ("ク", "久夕", "", false), ("ポホ", "水木", "", false),
            ("ロ", "口", "", false), ("エ", "工", "", false), ("ニ", "二", "", false), ("ム", "厶", "", true),
            ("フ", "7⊃", "", true), ("証", "証证", "", false), ("確", "確确", "", false), ("認", "認认忆", "", false),
        ],
        isUnspaced: true
    )

    /// Whether a letter is one whose reading is another, so that a term with it is not found as it is written.
    static func isRead(_ letter: UInt32) -> Bool {
        (0x3041...0x30FF).contains(letter) || shapes.reading(of: letter) != nil
    }
}
