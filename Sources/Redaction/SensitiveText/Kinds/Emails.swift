import BoundedWork

/// E-mail addresses: found at each `@` by the text on both sides.
enum Emails {
    /// Most units of a local part (RFC 5321, section 4.5.3.1.1), and of a domain that is looked at.
    private static let localLimit = 64
    private static let domainLimit = 120

    /// Names of files end like domains.
    private static let fileExtensions = Set(
        "png jpg jpeg gif svg webp pdf css js ts jsx tsx json html htm php xml txt md swift py rb java zip gz mp4 mp3 avif heic"
            .split(separator: " ")
            .map(String.init)
    )

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for index in search.units.indices where isAt(search, index) {
            try search.budget.spend(64)
            var separator = index..<index + 1
            if search.isRecognised {
                // A recogniser puts spaces round signs.
                if search.unit(at: index - 1)?.isSpace ?? false { separator = index - 1..<separator.upperBound }
                if search.unit(at: index + 1)?.isSpace ?? false { separator = separator.lowerBound..<index + 2 }
            }
            let start = localStart(search, before: separator.lowerBound)
            guard start < separator.lowerBound, !isPassword(search, from: start),
                let end = domainEnd(search, from: separator.upperBound)
            else {
                continue
            }
            search.report(.email, at: start..<end, score: separator.count == 1 ? 0.97 : 0.85, by: .form)
        }
    }

    private static func isAt(_ search: RunSearch, _ index: Int) -> Bool {
        let unit = search.units[index]
        if unit.equals("@") { return true }
        return search.isRecognised && (unit.equals("©") || unit.equals("®"))
    }

    private static func localStart(_ search: RunSearch, before end: Int) -> Int {
        var start = end
        while start > 0, end - start < localLimit, isLocal(search.units[start - 1]) { start -= 1 }
        // Neither a dot nor a quotation mark begins an address.
        while start < end, !search.units[start].isWordPart { start += 1 }
        return start
    }

    /// Whether the part before the `@` is the password of a URL, as in "https://user:password@host".
    private static func isPassword(_ search: RunSearch, from start: Int) -> Bool {
        guard search.unit(at: start - 1)?.equals(":") ?? false else { return false }
        let user = search.units[max(0, start - localLimit)..<start].reversed().prefix { !$0.isSpace }
        return zip(user, user.dropFirst()).contains { $0.equals("/") && $1.equals("/") }
    }

    private static func isLocal(_ unit: TextUnit) -> Bool {
        unit.isWordPart && unit.unitClass != .letter || unit.isOne(of: "._%+-'&~")
    }

    private static func domainEnd(_ search: RunSearch, from start: Int) -> Int? {
        var end = start
        var labelStart = start
        var hasDot = false
        while let unit = search.unit(at: end), end - start < domainLimit {
            if unit.equals("."), end > labelStart, let next = nextLabel(search, after: end) {
                hasDot = true
                labelStart = next
                end = next
            } else if unit.isWordPart && unit.unitClass != .letter || unit.equals("-") {
                end += 1
            } else {
                break
            }
        }
        let top = search.folded(labelStart..<end)
        if hasDot {
            let isName =
                end - labelStart >= 2
                && search.units[labelStart..<end].allSatisfy { $0.isLetter || $0.unitClass == .mark }
            return isName && !fileExtensions.contains(top) ? end : nil
        }
        // A recogniser loses dots, too.
        let endings = ["com", "org", "net", "de", "fr"]
        return search.isRecognised && end - start > 6 && endings.contains(where: top.hasSuffix) ? end : nil
    }

    /// The start of the domain's label behind the dot at `index`.
    private static func nextLabel(_ search: RunSearch, after index: Int) -> Int? {
        guard let next = search.unit(at: index + 1) else { return nil }
        if next.isWordPart && next.unitClass != .letter { return index + 1 }
        guard search.isRecognised || next.unitClass == .gap, next.isSpace || next.unitClass == .gap else { return nil }
        return search.unit(at: index + 2)?.unitClass == .small ? index + 2 : nil
    }
}
