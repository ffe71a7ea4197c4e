import BoundedWork

/// IP and MAC addresses: words of hexadecimal digits with dots, colons or dashes.
enum Networks {
    private static let lengthLimit = 48
    /// Groups of an address of IPv6 of which none is left out.
    private static let groups = 8

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        var index = 0
        while index < search.units.count {
            try search.budget.spend()
            guard isPart(search.units[index], search), isStart(search, index) else {
                index += 1
                continue
            }
            var end = index
            while end < search.units.count, isPart(search.units[end], search) { end += 1 }
            try search.budget.spend(end - index + lengthLimit)
            if search.isRecognised, let torn = torn(from: index, through: end, search) {
                end = torn.range.upperBound
                search.report(torn.kind, at: torn.range, score: 0.9, by: .form)
            } else if end - index <= lengthLimit {
                classify(index..<end, &search)
            }
            index = end
        }
    }

    private static func isPart(_ unit: TextUnit, _ search: RunSearch) -> Bool {
        if unit.isDigit || unit.equals(".") || unit.equals(":") || unit.equals("-") { return true }
        if search.isRecognised, unit.isAlphanumeric, NetworkRepairs.digit(unit) != nil { return true }
        return (97...102).contains(unit.scalar | 0x20) && unit.isLetter
    }

    private static func isStart(_ search: RunSearch, _ index: Int) -> Bool {
        guard let before = search.unit(at: index - 1) else { return true }
        return !before.isWordPart && !before.equals("_")
    }

    /// An address with spaces beside some of its colons, as which recognisers read a narrow gap.
    private static func torn(from start: Int, through end: Int, _ search: RunSearch) -> (
        range: Range<Int>, kind: SensitiveKind
    )? {
        let units = search.units
        func isPart(at index: Int) -> Bool { units.indices.contains(index) && Self.isPart(units[index], search) }
        var stop = end
        while stop - start <= lengthLimit {
            if isPart(at: stop) {
                stop += 1
            } else if stop < units.count, units[stop].isSpace || units[stop].unitClass == .gap, isPart(at: stop + 1),
                units[stop - 1].equals(":") || units[stop + 1].equals(":")
            {
                stop += 2
            } else {
                break
            }
        }
        guard stop > end, !(search.unit(at: stop)?.isWordPart ?? false) else { return nil }
        let text = digits(of: units[start..<stop].filter { !$0.isSpace && $0.unitClass != .gap })
        if isMAC(text) { return (start..<stop, .macAddress) }
        let isWhole = isIPv6(text) && text.count { $0 == ":" } == groups - 1 && !text.contains("-")
        return isWhole ? (start..<stop, .ipAddress) : nil
    }

    /// Hexadecimal digits and signs in small letters, with digits in place of letters that they are read as.
    private static func digits(of units: some Sequence<TextUnit>) -> [Unicode.Scalar] {
        units.compactMap { NetworkRepairs.digit($0) ?? Unicode.Scalar($0.folded) }
    }

    private static func classify(_ range: Range<Int>, _ search: inout RunSearch) {
        var range = withoutLabels(range, search)
        // A sentence ends behind an address, or a label with a colon is part of it.
        while range.count > 1, [".", ":", "-"].contains(where: search.units[range.upperBound - 1].equals) {
            guard !(search.units[range.upperBound - 1].equals(":") && search.units[range.upperBound - 2].equals(":"))
            else { break }
            range = range.lowerBound..<range.upperBound - 1
        }
        guard range.count > 6 else { return }
        if let next = search.unit(at: range.upperBound), next.isWordPart || next.equals("_") { return }
        let units = search.units[range]
        let text = digits(of: units)
        if isMAC(text) { return search.report(.macAddress, at: range, score: 0.95, by: .form) }
        let repairs = units.count { NetworkRepairs.digit($0) != nil }
        // More letters than digits among them are words.
        guard 3 * repairs <= units.count(where: \.isDigit) else { return }
        if let end = ipv4End(text) { return reportIPv4(range.lowerBound..<range.lowerBound + end, &search) }
        if isIPv6(text) { return search.report(.ipAddress, at: range, score: 0.93, by: .form) }
        if search.isRecognised, NetworkRepairs.isIPv6(text) {
            search.report(.ipAddress, at: range, score: 0.85, by: .form)
        }
    }

    /// `range` without the colon before an address, and without a colon and the rest behind one, the label of a
    /// right-to-left text.
    private static func withoutLabels(_ range: Range<Int>, _ search: RunSearch) -> Range<Int> {
        let units = search.units
        var start = range.lowerBound
        if range.count > 1, units[start].equals(":"), !units[start + 1].equals(":") { start += 1 }
        // Only addresses with dashes have no colons themselves.
        guard range.upperBound - start > macLength, units[start + macLength].equals(":"),
            (start + 2..<start + macLength).allSatisfy({ ($0 - start) % 3 != 2 || units[$0].equals("-") })
        else { return start..<range.upperBound }
        return start..<start + macLength
    }

    /// Characters of a MAC address in pairs.
    private static let macLength = 17

    private static func reportIPv4(_ range: Range<Int>, _ search: inout RunSearch) {
        let before = search.unit(at: range.lowerBound - 1)
        // Versions stand behind a name and a slash.
        if before?.equals("/") ?? false, !(search.unit(at: range.lowerBound - 2)?.equals("/") ?? true) { return }
        let context = search.context(of: range)
        switch context.support(.kind(.ipAddress)) {
        case .labelled: search.report(.ipAddress, at: range, score: 0.97, by: .caption)
        case .unlabelled, .otherwise:
            if !isVersion(range, search) { search.report(.ipAddress, at: range, score: 0.8, by: .form) }
        case .contradicted:
            let isVersion = !context.before.union(context.beside).isDisjoint(with: .version)
            if !isVersion { search.report(.ipAddress, at: range, score: 0.7, by: .form) }
        }
    }

    /// Whether the first two numbers are as small as in versions and sections; of addresses, hardly any but well-known name
    /// servers begins so.
    private static func isVersion(_ range: Range<Int>, _ search: RunSearch) -> Bool {
        search.units[range.lowerBound + 1].equals(".") && search.units[range.lowerBound + 3].equals(".")
    }

    /// The length of an address at the start of `text`, with a port behind it or not.
    private static func ipv4End(_ text: [Unicode.Scalar]) -> Int? {
        let end = text.firstIndex(of: ":") ?? text.count
        let octets = text[..<end].split(separator: ".", omittingEmptySubsequences: false)
        guard octets.count == 4, octets.allSatisfy(isOctet) else { return nil }
        let values = octets.map { Int(String(String.UnicodeScalarView($0))) ?? 0 }
        // Loopback addresses and masks identify no machine.
        return values[0] == 0 || values[0] == 127 || values[0] == 255 ? nil : end
    }

    private static func isOctet(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        guard (1...3).contains(text.count), text.allSatisfy({ ("0"..."9").contains($0) }) else { return false }
        return (text.count == 1 || text.first != "0") && Int(String(String.UnicodeScalarView(text))) ?? 256 < 256
    }

    private static func isMAC(_ text: [Unicode.Scalar]) -> Bool {
        for separator: Unicode.Scalar in [":", "-"] {
            let pairs = text.split(separator: separator, omittingEmptySubsequences: false)
            guard pairs.count == 6, pairs.allSatisfy({ $0.count == 2 && $0.allSatisfy(isHexadecimal) }) else {
                continue
            }
            return Set(text).count > 3
        }
        let groups = text.split(separator: ".", omittingEmptySubsequences: false)
        return groups.count == 3 && groups.allSatisfy { $0.count == 4 && $0.allSatisfy(isHexadecimal) }
            && text.contains { !("0"..."9").contains($0) && $0 != "." }
    }

    private static func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("a"..."f").contains(scalar)
    }

    /// RFC 4291, section 2.2.
    private static func isIPv6(_ text: [Unicode.Scalar]) -> Bool {
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (3...8).contains(groups.count), groups.allSatisfy({ $0.count <= 4 && $0.allSatisfy(isHexadecimal) })
        else { return false }
        let isShortened = zip(text, text.dropFirst()).contains { $0 == ":" && $1 == ":" }
        let filled = groups.count { !$0.isEmpty }
        // Times have two or three groups of two digits.
        return isShortened ? filled >= 3 || filled == 2 && text.count > 7 : filled == 8
    }
}

/// Errors of recognisers in IP addresses: letters in place of digits, and colons that are lost, doubled or dots.
enum NetworkRepairs {
    /// The digit for which a recogniser may take a letter that is not hexadecimal.
    static func digit(_ unit: TextUnit) -> Unicode.Scalar? {
        switch Unicode.Scalar(unit.ascii) {
        case "O", "o": "0"
        case "I", "l", "i": "1"
        case "Z", "z": "2"
        case "S", "s": "5"
        default: nil
        }
    }

    /// Whether `text`, in small letters, is an address of IPv6 but for one colon.
    static func isIPv6(_ text: [Unicode.Scalar]) -> Bool {
        let groups = text.split { $0 == ":" || $0 == "." }
        guard text.count(where: { $0 == ":" }) > 2, text.contains(where: { ("a"..."f").contains($0) }),
            groups.allSatisfy({ $0.allSatisfy(isHexadecimal) })
        else { return false }
        let digits = groups.reduce(0) { $0 + $1.count }
        // Two of eight groups stand together, or one has more characters in front.
        if (7...8).contains(groups.count), digits >= 20, groups.count(where: { $0.count > 4 }) <= 1 {
            return groups.allSatisfy { $0.count <= 8 }
        }
        // The colons in place of zeros were read as one.
        return (4...7).contains(groups.count) && groups.allSatisfy { $0.count <= 4 }
            && groups[0].count == 4 && isRoutable(groups[0])
    }

    /// Whether addresses begin so: 2000::/3, fc00::/7 or fe80::/10 (RFC 4291, section 2.4, and RFC 4193, section 3.1).
    private static func isRoutable(_ group: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = group.first, let second = group.dropFirst().first else { return false }
        return first == "2" || first == "3" || first == "f" && ("c"..."e").contains(second)
    }

    private static func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("a"..."f").contains(scalar)
    }
}
