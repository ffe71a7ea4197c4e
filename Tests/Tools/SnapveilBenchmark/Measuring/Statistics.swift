extension Collection<Double> {
    /// The middle value; of an even number, the mean of the two in the middle. Nil of none.
    var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = self.sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

/// A value over another; nil where one is missing, or the other is not above 0.
func ratio(of value: Double?, to base: Double?) -> Double? {
    guard let value, let base, base > 0 else { return nil }
    return value / base
}
