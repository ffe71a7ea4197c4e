import BoundedWork

/// Addresses of wallets, by their beginning, length and characters.
enum CryptoAddresses {
    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for (index, atom) in search.atoms.enumerated() where atom.count >= 11 {
            try search.budget.spend(min(atom.count, 128))
            guard atom.count <= 120 else { continue }
            // A recogniser or a line breaks long words.
            let start = start(of: atom, search)
            var ranges = [start..<atom.upperBound]
            if search.isJoined || search.isRecognised, let next = joined(atom, index, search) {
                ranges.append(start..<next.upperBound)
            }
            for range in ranges {
                let text = search.units[range].filter { $0.isAlphanumeric || isTimes($0) }
                    .map { isTimes($0) ? UInt8(ascii: "x") : $0.ascii }
                let unlabelled = score(text, search.isRecognised)
                guard let score = unlabelled ?? labelledScore(text, range, search) else { continue }
                search.report(.cryptoAddress, at: range, score: score, by: unlabelled == nil ? .caption : .form)
                if !search.isJoined { break }
            }
        }
    }

    /// The start of an address, before the `x` of its beginning that a recogniser took for a sign.
    private static func start(of atom: Range<Int>, _ search: RunSearch) -> Int {
        let start = atom.lowerBound - 2
        guard search.isRecognised, let zero = search.unit(at: start), zero.equals("0") || zero.equals("O"),
            isTimes(search.units[start + 1]), !(search.unit(at: start - 1)?.isWordPart ?? false)
        else { return atom.lowerBound }
        return start
    }

    private static func isTimes(_ unit: TextUnit) -> Bool { unit.equals("×") }

    private static func joined(_ atom: Range<Int>, _ index: Int, _ search: RunSearch) -> Range<Int>? {
        guard index + 1 < search.atoms.count, search.atoms[index + 1].count >= 4 else { return nil }
        let next = search.atoms[index + 1]
        let between = search.units[atom.upperBound..<next.lowerBound]
        guard between.count <= 2, between.allSatisfy({ $0.isSpace || $0.unitClass == .gap }),
            atom.count + next.count <= 120,
            search.units[next].contains(where: \.isDigit)
        else { return nil }
        return atom.lowerBound..<next.upperBound
    }

    private static func score(_ text: [UInt8], _ isRecognised: Bool) -> Double? {
        let prefix = String(decoding: text.prefix(5), as: UTF8.self).lowercased()
        if prefix.hasPrefix("0x") || isRecognised && prefix.hasPrefix("ox"), text.count == 42,
            text.dropFirst(2).allSatisfy({ isHexadecimal($0, isRecognised) })
        {
            return 0.93
        }
        if prefix.hasPrefix("bc1") || prefix.hasPrefix("tb1") || prefix.hasPrefix("ltc1")
            || isRecognised && prefix.hasPrefix("bcl"), (38...64).contains(text.count)
        {
            return text.contains { (48...57).contains($0) } ? 0.95 : nil
        }
        if prefix == "addr1", text.count > 50 { return 0.95 }
        guard isBase58(text, isRecognised) else {
            return text.count == 34 && text.first == UInt8(ascii: "T") && isMixed(text) ? 0.8 : nil
        }
        switch Unicode.Scalar(text[0]) {
        case "1", "3": return (26...35).contains(text.count) ? 0.88 : nil
        case "L", "M", "D", "X": return (33...34).contains(text.count) ? 0.75 : nil
        case "T": return text.count == 34 ? 0.85 : nil
        case "r": return (25...35).contains(text.count) ? 0.75 : nil
        case "4", "8": return text.count == 95 ? 0.9 : nil
        default: return nil
        }
    }

    private static func labelledScore(_ text: [UInt8], _ range: Range<Int>, _ search: RunSearch) -> Double? {
        guard (26...110).contains(text.count), isBase58(text, search.isRecognised) else { return nil }
        return search.context(of: range).support(.kind(.cryptoAddress)) == .labelled ? 0.85 : nil
    }

    private static func isHexadecimal(_ byte: UInt8, _ isRecognised: Bool) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte | 0x20)
            || isRecognised && Confusions.digit(byte & 0xDF) != nil
    }

    /// Whether capitals and small letters alternate as in no word.
    private static func isMixed(_ text: [UInt8]) -> Bool {
        let isSmall = text.map { (97...122).contains($0) }
        let neighbours = Array(zip(isSmall, isSmall.dropFirst()))
        return 3 * neighbours.count { $0 != $1 } >= text.count && neighbours.count { !$0 && !$1 } > 3
    }

    private static func isBase58(_ text: [UInt8], _ isRecognised: Bool) -> Bool {
        guard isRecognised || !text.contains(where: { "0OIl".utf8.contains($0) }) else { return false }
        return text.contains { (48...57).contains($0) } && text.contains { (97...122).contains($0) }
            && text.contains { (65...90).contains($0) }
    }
}
