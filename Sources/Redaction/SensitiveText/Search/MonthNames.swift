/// The names of months, without accents.
enum MonthNames {
    /// Words within dates.
    static let joints: Set = [
        "de", "del", "of", "den", "the", "st", "nd", "rd", "th", "er", "年", "月", "日", "년", "월", "일", "г", "г.", "года",
        "a", "di", "วันที่", "o", "ー",
    ]

    /// 1...12 for a name, or the first letters of one; nil for other words.
    static func month(_ word: String) -> Int? {
        if let month = months[word] { return month }
        // Abbreviations have three letters and more, and mean the only month that begins like that.
        guard word.unicodeScalars.count >= 3 else { return nil }
        let matches = Set(months.lazy.filter { $0.key.hasPrefix(word) }.map(\.value))
        return matches.count == 1 ? matches.first : nil
    }

    private static let months: [String: Int] = {
        let languages = [
            "january february march april may june july august september october november december",
            "januar februar marz april mai juni juli august september oktober november dezember",
            "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
            "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
            "januari februari maart april mei juni juli augustus september oktober november december",
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
            "styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien",
            "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
            "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
            "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
            "ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik",
            "januari februari mars april maj juni juli augusti september oktober november december",
            "jan feb mrz apr mai jun jul aug sep okt nov dez", "jaen feb mar apr may jun jul ago set out nov dic",
            "sty lut mar kwi maj cze lip sie wrz paz lis gru",
        ]
        var months: [String: Int] = [:]
        for language in languages {
            for (index, name) in language.split(separator: " ").enumerated() {
                months[FoldedWords.folded(name)] = index + 1
            }
        }
        return months
    }()
}
