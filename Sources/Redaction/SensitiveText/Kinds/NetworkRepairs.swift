/// What recognisers make of IP addresses: letters in place of digits, and colons that are lost, doubled or dots.
enum NetworkRepairs {
    /// The digit that a letter may be which no hexadecimal number has; nil for all else.
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
        // Two of eight groups stand together, or one begins with what is none of it.
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
