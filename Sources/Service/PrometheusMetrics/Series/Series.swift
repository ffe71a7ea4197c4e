/// One series of a family: the values for one value of each label.
protocol Series: AnyObject, Sendable {
    /// Writes the samples of the series.
    ///
    /// - Parameters:
    ///   - writer: What writes them.
    ///   - name: The name of the metric.
    ///   - labels: The labels of the series.
    func write(to writer: inout ExpositionWriter, _ name: String, _ labels: [(name: String, value: String)])
}
