/// An `Accept` field (RFC 9110, section 12.5.1): which media types may be sent, and how much each is wanted.
struct AcceptField {
    /// How well a media type fits: by its weight, then by how exactly it is named.
    struct Fit: Comparable {
        /// 0 to 1000; 0 is not acceptable.
        let weight: Int
        /// 2 for `type/subtype`, 1 for `type/*`, 0 for `*/*` and for no field at all.
        let specificity: Int

        static func < (lhs: Fit, rhs: Fit) -> Bool {
            (lhs.weight, lhs.specificity) < (rhs.weight, rhs.specificity)
        }
    }

    private let acceptsEverything: Bool
    private let ranges: [(type: Substring, subtype: Substring, weight: Int)]

    /// Reads a field. Ranges that cannot be read accept nothing.
    ///
    /// - Parameter value: The field's value; nil or empty accepts everything.
    init(_ value: String?) {
        let items = WeightedList(value ?? "").items
        ranges = items.compactMap { item in
            let names = item.value.split(separator: "/", omittingEmptySubsequences: false)
            return names.count == 2 ? (names[0], names[1], item.weight) : nil
        }
        acceptsEverything = items.isEmpty
    }

    /// How well `mediaType`, such as `image/png`, fits: by the most specific range that holds it.
    func fit(_ mediaType: String) -> Fit {
        guard !acceptsEverything else { return Fit(weight: 1000, specificity: 0) }
        let names = mediaType.split(separator: "/")
        guard names.count == 2 else { return Fit(weight: 0, specificity: 0) }
        let fits = ranges.compactMap { range -> Fit? in
            switch (range.type, range.subtype) {
            case (names[0], names[1]): Fit(weight: range.weight, specificity: 2)
            case (names[0], "*"): Fit(weight: range.weight, specificity: 1)
            case ("*", "*"): Fit(weight: range.weight, specificity: 0)
            default: nil
            }
        }
        return fits.max { ($0.specificity, $0.weight) < ($1.specificity, $1.weight) } ?? Fit(weight: 0, specificity: 0)
    }
}
