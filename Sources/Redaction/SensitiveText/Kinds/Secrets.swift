import BoundedWork

/// Keys and tokens of programs: words with the beginning of a key, words of random characters beside a label, and private
/// keys in lines of their own.
enum Secrets {
    /// The beginning of a key, in its case, and the number of characters that follow at least.
    private struct Prefix {
        let text: [UInt8]
        let rest: Int

        init(_ text: String, _ rest: Int) {
            (self.text, self.rest) = (Array(text.utf8), rest)
        }
    }

    private static let prefixes = [
        Prefix("AKIA", 12), Prefix("ASIA", 12), Prefix("ghp_", 20), Prefix("gho_", 20), Prefix("ghu_", 20),
        Prefix("ghs_", 20), Prefix("ghr_", 20),
        Prefix("github_pat_", 20), Prefix("glpat-", 16), Prefix("xoxb-", 10), Prefix("xoxp-", 10), Prefix("xoxa-", 10),
        Prefix("xoxr-", 10),
        Prefix("xoxs-", 10), Prefix("xapp-", 10), Prefix("sk_live_", 12), Prefix("sk_test_", 12),
        Prefix("rk_live_", 12), Prefix("rk_test_", 12),
        Prefix("whsec_", 16), Prefix("AIza", 30), Prefix("ya29.", 20), Prefix("GOCSPX-", 16), Prefix("eyJ", 30),
        Prefix("sk-", 20),
        Prefix("hf_", 20), Prefix("npm_", 20), Prefix("pypi-", 20), Prefix("dop_v1_", 20), Prefix("SG.", 20),
        Prefix("shpat_", 20),
        Prefix("shpss_", 20), Prefix("sq0csp-", 20), Prefix("EAACEdEose0cBA", 10), Prefix("AGE-SECRET-KEY-", 20),
        Prefix("vault:v1:", 8),
        Prefix("hvs.", 20), Prefix("dapi", 28), Prefix("key-", 28), Prefix("lin_api_", 20), Prefix("figd_", 20),
        Prefix("PMAK-", 20),
        Prefix("sbp_", 20), Prefix("glsa_", 20), Prefix("dckr_pat_", 16), Prefix("tskey-", 12), Prefix("sntrys_", 20),
        Prefix("xkeysib-", 20),
    ]

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        var index = 0
        while index < search.units.count {
            try search.budget.spend()
            guard isPart(search.units[index]) else {
                index += 1
                continue
            }
            let start = search.isRecognised ? tornStart(index, search) : index
            var end = index
            while end < search.units.count, isPart(search.units[end]) { end += 1 }
            try search.budget.spend(end - index)
            if end - index >= 12 {
                let range = extended(assignedStart(start..<end, search)..<end, search)
                end = range.upperBound
                if let (score, reason) = evidence(range, search) {
                    search.report(.secret, at: range, score: score, by: reason)
                }
            }
            index = end
        }
        PrivateKeys.find(in: &search)
    }

    private static func isPart(_ unit: TextUnit) -> Bool {
        unit.isAlphanumeric || unit.isOne(of: "-_.+/=~")
    }

    /// The start of what is assigned to a label in the same word, as in "API_KEY=0f1e2d".
    private static func assignedStart(_ range: Range<Int>, _ search: RunSearch) -> Int {
        guard let sign = search.units[range].firstIndex(where: { $0.equals("=") }), sign + 1 < range.upperBound else {
            return range.lowerBound
        }
        let next = search.labelIndex(endingAfter: sign)
        return next > 0 && search.labels[next - 1].range.upperBound > range.lowerBound ? sign + 1 : range.lowerBound
    }

    /// The start of a token whose part before a joint was cut off by a recogniser's space, as in "glpat -xyz".
    private static func tornStart(_ index: Int, _ search: RunSearch) -> Int {
        guard ["-", "_"].contains(where: search.units[index].equals), search.unit(at: index - 1)?.isSpace ?? false
        else { return index }
        var start = index - 1
        while index - start < 8, let unit = search.unit(at: start - 1), unit.isAlphanumeric { start -= 1 }
        let isKey = prefixes.contains { key in
            key.text.count == index - start
                && zip(key.text, search.units[start..<index - 1]).allSatisfy { $0 == $1.ascii }
        }
        return isKey && !(search.unit(at: start - 1)?.isWordPart ?? false) ? start : index
    }

    /// The token with its rest, where a line or a recogniser's space broke it.
    private static func extended(_ range: Range<Int>, _ search: RunSearch) -> Range<Int> {
        guard range.count >= 16, isMixed(range, search) else { return range }
        var end = range.upperBound
        while let unit = search.unit(at: end), unit.unitClass == .gap || search.isRecognised && unit.isSpace {
            var next = end + 1
            while next < search.units.count, isPart(search.units[next]) { next += 1 }
            guard next - end > (unit.unitClass == .gap ? 3 : 8), isMixed(end + 1..<next, search) else { break }
            end = next
        }
        return range.lowerBound..<end
    }

    /// Whether there are letters with digits, or capitals within small letters, as in hardly any word.
    private static func isMixed(_ range: Range<Int>, _ search: RunSearch) -> Bool {
        let units = search.units[range]
        let hasDigit = units.contains(where: \.isDigit)
        let hasSmall = units.contains { $0.unitClass == .small }
        let hasCapital = units.dropFirst().contains { $0.unitClass == .capital }
        return [hasDigit, hasSmall, hasCapital].count { $0 } > 1
    }

    private static func evidence(_ range: Range<Int>, _ search: RunSearch) -> (score: Double, SensitiveReason)? {
        let units = search.units[range]
        let solid = units.lazy.filter { !$0.isSpace }
        if prefixes.contains(where: { begins(solid, $0, search.isRecognised) }) {
            return isJWT(units) || units.first?.equals("e") == false ? (0.97, .form) : nil
        }
        guard range.count >= 16, isRandom(units) else { return nil }
        // Paths, names of files and addresses have letters in words.
        let context = search.context(of: range)
        let support = context.support(.kind(.secret))
        return support == .labelled && (context.isInline(.kind(.secret)) || 10 * units.count >= 8 * search.units.count)
            ? (0.88, .caption) : nil
    }

    private static func begins(_ units: some Collection<TextUnit>, _ prefix: Prefix, _ isRecognised: Bool) -> Bool {
        guard units.count >= prefix.text.count + prefix.rest else { return false }
        let rest = units.dropFirst(prefix.text.count)
        guard rest.contains(where: \.isDigit) || rest.contains(where: { $0.unitClass == .capital }) else {
            return false
        }
        return zip(units, prefix.text).allSatisfy { unit, byte in
            unit.ascii == byte || isRecognised && alike(unit.ascii) == alike(byte)
        }
    }

    private static func alike(_ byte: UInt8) -> UInt8 {
        switch Unicode.Scalar(byte) {
        case "l", "1", "I": 0x49
        case "O", "0", "o": 0x30
        case "5", "S", "s": 0x53
        case "-", "_", ".": 0x2D
        default: byte
        }
    }

    /// Three parts with dots between them, or two and a part that is cut off.
    private static func isJWT(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        units.count { $0.equals(".") } >= 1
    }

    private static func isRandom(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        let digits = units.count(where: \.isDigit)
        let separators = units.count { !$0.isAlphanumeric }
        guard digits < units.count, 4 * separators < units.count else { return false }
        let changes = zip(units, units.dropFirst()).count { $0.unitClass != $1.unitClass }
        guard digits >= 2 else { return 3 * changes >= units.count && separators == 0 }
        return 4 * changes >= units.count || digits * 5 >= units.count && Set(units.map(\.scalar)).count >= 9
    }
}

/// Private keys in PEM (RFC 7468): from the line that begins one to the line that ends it.
enum PrivateKeys {
    static func find(in search: inout RunSearch) {
        guard let begin = line("begin", in: search) ?? line("end", in: search) else {
            if isBody(search), !search.isJoined, search.beside.contains(.kind(.secret)) {
                search.report(.secret, at: search.units.indices, score: 0.8, by: .caption)
            }
            return
        }
        search.report(.secret, at: begin.lowerBound..<search.units.count, score: 0.97, by: .form)
    }

    private static func line(_ word: String, in search: RunSearch) -> Range<Int>? {
        for (index, atom) in search.atoms.enumerated() where atom.count == word.count && search.folded(atom) == word {
            let isBehindDashes = search.unit(at: atom.lowerBound - 1)?.equals("-") ?? false
            let next = search.atoms[(index + 1)...].prefix(4).map(search.folded)
            guard isBehindDashes, let place = next.firstIndex(of: "private"), next.dropFirst(place + 1).first == "key"
            else { continue }
            return atom
        }
        return nil
    }

    private static func isBody(_ search: RunSearch) -> Bool {
        search.units.count >= 40
            && search.units.allSatisfy { $0.isAlphanumeric || $0.isOne(of: "+/=") }
    }
}
