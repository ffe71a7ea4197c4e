extension Collection<Double> {
    /// The middle value; of an even number, the mean of the two in the middle. Nil of none.
    var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = self.sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
