import BoundedWork

/// Names in texts without spaces: 山田太郎さん, 负责人是王小明, 김민준님.
enum UnspacedNames {
    /// Characters of the name of a family and of a given name.
    private static let lengths = 1...3
    private static let shortLength = 6
    /// Behind a name: honorifics, particles and verbs.
    private static let followers = scalars(
        """
        さん 様 氏 君 ちゃん くん です でし から まで より は が の に と を へ も 님 씨 이 가 은 는 을 를 의 도 께 에게 한테 과 와 입니 先生 女士
        小姐 老师 老師 同学 的 是 说 說 发 發 给 給 在 已 和 与 與 邀 向 了 回 评论 評論 点赞 上传 上傳 分享 创建 建立 更新 提交 完成 加入 离开
        经理 經理 总监 總監 主任 老板 总 總 社長 部長 課長 係長 教授 医生 醫生 同志 과장 부장 대리 팀장 사장 이사 선생 교수 박사 기자 선배 후배
        通过 通過 申请 申請 提到 关注 關注 添加 修改 打电话 正在 共 签 簽 要 想 等
        """
    )
    /// Before a name within a text.
    private static let leads = Set("是はがと和与與给給向由对對找请請问問为為で、：".unicodeScalars.map(\.value))

    /// Behind a given name alone.
    private static let honorifics = scalars("さん 様 ちゃん くん 님 씨")
    /// Behind a name of any kind.
    private static let typing = ["正在输入", "正在輸入", "が入力中", "이 입력"].map { $0.unicodeScalars.map(\.value) }

    private static func scalars(_ words: String) -> [[UInt32]] {
        words.split(whereSeparator: \.isWhitespace).map { $0.unicodeScalars.map(\.value) }
    }

    /// The names that a word without spaces is, begins with, or has behind a verb or a particle.
    static func spans(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ word: Range<Int>,
        _ lexicon: NameLexicon,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [NameSpan] {
        guard word.count >= 2, isUnspaced(units[word.lowerBound]), !isNamedAfterSomebody(units, word) else { return [] }
        var spans: [NameSpan] = []
        var start = word.lowerBound
        while start + 1 < word.upperBound {
            try budget.spend(2)
            let isBehindLead = start > word.lowerBound && leads.contains(units[start - 1].scalar)
            if start == word.lowerBound || isBehindLead,
                let span = try span(units, start..<word.upperBound, lexicon, budget: &budget)
            {
                spans.append(span)
                start = span.range.upperBound
            } else {
                start += 1
            }
        }
        return spans
    }

    /// Thai has longer words, and spaces between names.
    private static func isUnspaced(_ unit: TextUnit) -> Bool {
        LabelStream.isUnspaced(unit.scalar) && !(0x0E00...0x0E7F).contains(unit.scalar)
    }

    /// The name at the beginning of a text.
    private static func span(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ text: Range<Int>,
        _ lexicon: NameLexicon,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> NameSpan? {
        var best = try givenName(units, text, lexicon, budget: &budget)
        for family in lengths where family < text.count {
            try budget.spend(16)
            let strength = lexicon.entry(of: NameTokens.hash(of: units[text.prefix(family)])).family
            // The name of a family may be unknown before an honorific, and in a short text.
            guard strength >= 1 || text.count <= shortLength || family == 2 && isHan(units[text.prefix(2)]) else {
                continue
            }
            for given in lengths where family + given <= text.count {
                try budget.spend(32)
                let range = text.prefix(family + given)
                // Long given names have long names of families before them.
                guard given < 3 || family > 1, isLongEnough(units[range]),
                    !isPart(ofPlaceIn: units[text], range, lexicon)
                else {
                    continue
                }
                guard isEnd(units, range.upperBound, of: text),
                    let score = strength >= 1
                        ? score(units, range, family: strength, given: range.suffix(given), lexicon)
                        : score(units, range, given: range.suffix(given), of: text, lexicon)
                else { continue }
                if score > best?.score ?? 0 {
                    best = NameSpan(range: range, score: score, words: [NameTokens.hash(of: units[range])])
                }
            }
        }
        return best
    }

    /// Whether a text begins with a longer word than `range` that is the name of a place, or an ordinary word.
    private static func isPart(
        ofPlaceIn text: Slice<UnsafeBufferPointer<TextUnit>>,
        _ range: Range<Int>,
        _ lexicon: NameLexicon
    ) -> Bool {
        let lengths = range.count + 1..<min(range.count + 4, text.count + 1)
        return lengths.contains { length in
            let entry = lexicon.entry(of: NameTokens.hash(of: text.prefix(length)))
            return entry.name < 1 && entry.doubt >= 1
        }
    }

    /// Names in Hangul have three syllables, and no name of a family is in kana.
    private static func isLongEnough(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        guard let first = units.first else { return false }
        return isHangul(units.prefix(1)) ? units.count > 2 : !(0x3041...0x30FF).contains(first.scalar)
    }

    /// A given name alone before an honorific, or any name of somebody who is typing.
    private static func givenName(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ text: Range<Int>,
        _ lexicon: NameLexicon,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> NameSpan? {
        for length in 1...4 where length <= text.count {
            try budget.spend(16)
            let range = text.prefix(length)
            let rest = units[range.upperBound...]
            let hash = NameTokens.hash(of: units[range])
            let entry = lexicon.entry(of: hash)
            let isTyping = begins(rest, typing) && (entry.name >= 1 || !entry.isKnown)
            let isGiven = (2...3).contains(length) && begins(rest, honorifics) && entry.name >= 1 && entry.doubt < 2
            // "참수한 님".
            let isForeign =
                length == 3 && isHangul(units[range]) && !entry.isKnown && range.upperBound < units.count
                && (begins(rest.dropFirst(rest[range.upperBound].isSpace ? 1 : 0), honorifics)
                    || text.count == 4 && isSubject(units, range))
            if isTyping || isGiven || isForeign {
                return NameSpan(range: range, score: NameSpan.surely, words: [hash])
            }
        }
        return nil
    }

    /// Whether a word in Hangul is the subject of a sentence, by the particle that stands behind a consonant: "참수한이 서명".
    private static func isSubject(_ units: UnsafeBufferPointer<TextUnit>, _ word: Range<Int>) -> Bool {
        let hasConsonant = !(units[word.upperBound - 1].scalar - 0xAC00).isMultiple(of: 28)
        let rest = units[(word.upperBound + 1)...]
        return hasConsonant && units[word.upperBound].equals("이") && rest.contains(where: \.isLetter)
    }

    private static func begins(_ units: Slice<UnsafeBufferPointer<TextUnit>>, _ texts: [[UInt32]]) -> Bool {
        texts.contains { text in units.count >= text.count && zip(units, text).allSatisfy { $0.scalar == $1 } }
    }

    private static func score(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ range: Range<Int>,
        family: Double,
        given: Range<Int>,
        _ lexicon: NameLexicon
    ) -> Double? {
        let whole = lexicon.entry(of: NameTokens.hash(of: units[range]))
        guard whole.doubt < (whole.name > 1 ? 3 : 1.5), !isInflected(units[range], lexicon) else { return nil }
        let strength = strength(of: units[given], lexicon)
        let sum = family + strength - (range.count == 2 ? 1 : 0)
        if strength > 0, sum >= 3 { return min(0.6 + 0.04 * sum, 0.8) }
        guard family >= 2 else { return nil }
        // Given names in kana, and any two characters behind a frequent name of a family.
        let isKana = units[given].allSatisfy { (0x3041...0x30FF).contains($0.scalar) }
        if isKana, given.count > 1 { return NameSpan.surely }
        // "山口桌" is no name of the family 山.
        let isOfLongerFamily =
            range.count - given.count == 1
            && lexicon.entry(of: NameTokens.hash(of: units[range.prefix(2)])).family >= 2
        let isLikely = isHan(units[range]) && family >= 3 && given.count == 2 && !whole.isKnown && !isOfLongerFamily
        return isLikely ? 0.5 : NameSpan.weak
    }

    /// The score of a name whose family is unknown.
    private static func score(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ range: Range<Int>,
        given: Range<Int>,
        of text: Range<Int>,
        _ lexicon: NameLexicon
    ) -> Double? {
        let family = units[range.lowerBound..<given.lowerBound]
        if family.count == 2, isHan(family), begins(units[range.upperBound..<text.upperBound], honorifics) {
            return score(units, range, family: 1, given: given, lexicon)
        }
        let (whole, name) = (
            lexicon.entry(of: NameTokens.hash(of: units[range])), lexicon.entry(of: NameTokens.hash(of: units[given]))
        )
        let isFamily = isHan(family) || isHangul(family) && family.count == 1 && given.count == 2
        guard range.upperBound == text.upperBound, isFamily, given.count > 1, name.given >= 2, name.doubt < 1,
            !whole.isKnown, !isInflected(units[range], lexicon)
        else { return nil }
        return NameSpan.weak
    }

    private static func isHangul(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        units.allSatisfy { (0xAC00...0xD7A3).contains($0.scalar) }
    }

    private static func isHan(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        units.allSatisfy { (0x3400...0x9FFF).contains($0.scalar) }
    }

    /// Whether a word in Hangul is another one with a particle behind it.
    private static func isInflected(_ word: Slice<UnsafeBufferPointer<TextUnit>>, _ lexicon: NameLexicon) -> Bool {
        guard word.count > 2, let last = word.last, particles.contains(last.scalar) else { return false }
        let entry = lexicon.entry(of: NameTokens.hash(of: word.dropLast()))
        return entry.isKnown && entry.doubt >= 1
    }

    private static let particles = Set("이가은는을를의에도로와과만행용별간".unicodeScalars.map(\.value))

    /// The strength of a given name, as a whole or by its characters.
    private static func strength(of units: Slice<UnsafeBufferPointer<TextUnit>>, _ lexicon: NameLexicon) -> Double {
        let whole = lexicon.entry(of: NameTokens.hash(of: units)).given
        guard whole == 0, units.count > 1 else { return whole }
        return units.reduce(2.0) { min($0, lexicon.entry(of: NameTokens.hash(of: CollectionOfOne($1))).given) }
    }

    /// The last characters of what is a place or a firm, and of no name.
    private static let places = scalars(
        """
        市 県 县 區 区 駅 站 町 村 郡 路 街 镇 鎮 署 대로 대교
        은행 보험 증권 전자 전기 건설 화학 제약 제강 제철 석유 통신 물산 상사 산업 공업 식품 해운 항공 자동차 그룹 병원 학교 대학 식당 카페 호텔 극장 공원 백화점
        銀行 保険 証券 電機 電子 建設 化学 製薬 製鉄 石油 通信 物産 商事 産業 工業 食品 海運 航空 自動車 病院 学校 大学 食堂 ホテル 劇場 公園 百貨店
        银行 保险 证券 电子 电气 化工 制药 钢铁 集团 公司 航空 汽车 医院 学校 餐厅 饭店 酒店 剧院 公园 商场
        """
    )

    /// Whether a word ends with the particle of an owner, and a place or a firm behind it ends the text: "김민준의 식당".
    private static func isNamedAfterSomebody(_ units: UnsafeBufferPointer<TextUnit>, _ word: Range<Int>) -> Bool {
        units[word.upperBound - 1].equals("의") && isPlace(units[word.upperBound...])
    }

    private static func isPlace(_ text: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        places.contains { text.suffix($0.count).elementsEqual($0) { $0.scalar == $1 } }
    }

    private static func isEnd(_ units: UnsafeBufferPointer<TextUnit>, _ end: Int, of text: Range<Int>) -> Bool {
        !isPlace(units[text.lowerBound..<end])
            && (end == text.upperBound || begins(units[end...], followers) || Timestamps.isOne(units[end...]))
    }
}
