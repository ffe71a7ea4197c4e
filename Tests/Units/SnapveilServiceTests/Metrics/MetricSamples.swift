/// The samples of a page of metrics, by their names and labels as they are written.
struct MetricSamples {
    /// The page as it came.
    let text: String
    private let values: [String: Double]

    /// Takes a page apart, in whose labels there is no space.
    init(_ page: String) {
        text = page
        let samples = page.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
        values = Dictionary(
            samples.compactMap { parts in parts.count > 1 ? Double(parts[1]).map { (String(parts[0]), $0) } : nil },
            uniquingKeysWith: { $1 }
        )
    }

    /// The names of all samples, with their labels.
    var names: [String] { Array(values.keys) }

    /// The value of a sample; 0 if there is none, as of what was never counted.
    subscript(name: String) -> Double { values[name] ?? 0 }

    /// Whether there is a sample.
    func has(_ name: String) -> Bool { values[name] != nil }
}
