import BoundedWork

/// Names behind a greeting in Chinese, and in front of what persons are called by in Japanese and Korean.
enum UnspacedGreetings {
    private static let greetings = [
        "您好", "你好", "早上好", "上午好", "中午好", "下午好", "晚上好", "欢迎回来", "歡迎回來", "欢迎", "尊敬的", "亲爱的", "こんにちは",
        "こんばんは", "おはようございます", "おかえりなさい", "ようこそ", "안녕하세요", "환영합니다",
    ].map { $0.unicodeScalars.map(\.value) }
    private static let suffixes = ["さん", "様", "先生", "女士", "님", "씨"].map { $0.unicodeScalars.map(\.value) }
    private static let names = 2...6

    /// Reports the name in a text that begins with a greeting and holds nothing else: it is between punctuation and the end, or
    /// what a person is called by.
    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        try search.budget.spend(8)
        guard let first = search.units.first, LabelStream.isUnspaced(first.scalar),
            let greeting = greetings.filter({ begins(search.units[...], $0) }).max(by: { $0.count < $1.count })
        else { return }
        let start = search.units[greeting.count...].firstIndex(where: \.isLetter) ?? search.units.count
        let end = search.units[start...].firstIndex { !LabelStream.isUnspaced($0.scalar) } ?? search.units.count
        guard start - greeting.count < 3, let name = name(in: start..<min(end, start + 12), search) else { return }
        let isApart = start > greeting.count || name.upperBound < end
        let isClosed = search.units[end...].allSatisfy { !$0.isWordPart }
        if isApart, isClosed { search.report(.personName, at: name, score: 0.7) }
    }

    /// The range without what a person is called by; nil if it is too short or too long for a name, or a word for all.
    private static func name(in range: Range<Int>, _ search: RunSearch) -> Range<Int>? {
        var end = range.upperBound
        for suffix in suffixes
        where range.count > suffix.count && begins(search.units[(range.upperBound - suffix.count)...], suffix) {
            end = range.upperBound - suffix.count
        }
        let name = range.lowerBound..<end
        let isCalled = end < range.upperBound
        guard names.contains(name.count), isCalled || name.count < 5,
            !NameWords.stops.contains(search.folded(name)), isCalled || isWrittenInHan(name, search)
        else { return nil }
        return name
    }

    private static func isWrittenInHan(_ range: Range<Int>, _ search: RunSearch) -> Bool {
        search.units[range].allSatisfy { (0x3400...0x9FFF).contains($0.scalar) }
    }

    private static func begins(_ units: Slice<UnsafeBufferPointer<TextUnit>>, _ scalars: [UInt32]) -> Bool {
        units.count >= scalars.count && zip(units, scalars).allSatisfy { $0.scalar == $1 }
    }
}
