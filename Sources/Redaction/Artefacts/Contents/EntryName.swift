/// The name of an entry in the result.
public struct EntryName: Sendable, Equatable {
    /// The path, without the secrets in it.
    public let name: String
    /// The words for what was taken out of it.
    let marks: [String]
}

/// Names of which no two are the same, though two become so when secrets are taken out of them.
struct DistinctNames {
    private var counts: [String: Int] = [:]

    mutating func distinct(_ name: String) -> String {
        counts[name, default: 0] += 1
        guard let count = counts[name], count > 1 else { return name }
        return distinct("\(name)-\(count)")
    }
}
