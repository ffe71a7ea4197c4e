/// The items of a field that lists what a client takes, each with its weight (RFC 9110, section 12.4.2).
struct WeightedList {
    /// What a client takes, and how gladly.
    struct Item: Equatable {
        /// What stands before the parameters, in lower case.
        let value: String
        /// How much it is wanted: 0 to 1000; 0 is not at all.
        let weight: Int
    }

    /// The items in the order in which they stand.
    let items: [Item]

    /// Reads the value of a field.
    init(_ text: String) {
        items = text.lowercased().split(separator: ",").map { item in
            let parts = item.split(separator: ";").map(\.trimmingWhitespace)
            return Item(value: parts.first.map(String.init) ?? "", weight: Self.weight(parts.dropFirst()))
        }
    }

    /// How much the first item is wanted that has one of these values; nil if none has.
    func weight(of values: Set<String>) -> Int? {
        items.first { values.contains($0.value) }?.weight
    }

    /// The weight in thousandths that a `q` parameter states; 1 without one, 0 for one that cannot be read.
    private static func weight(_ parameters: ArraySlice<Substring>) -> Int {
        guard let parameter = parameters.first(where: { $0.hasPrefix("q=") }) else { return 1000 }
        guard let weight = Double(parameter.dropFirst(2)), (0...1).contains(weight) else { return 0 }
        return Int((weight * 1000).rounded())
    }
}

extension Substring {
    fileprivate var trimmingWhitespace: Substring {
        var trimmed = drop { $0 == " " || $0 == "\t" }
        while let last = trimmed.last, last == " " || last == "\t" { trimmed.removeLast() }
        return trimmed
    }
}
