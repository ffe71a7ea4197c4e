/// Finds the name that somebody may have meant.
enum NearestName {
    /// Names longer than this are nobody's slip of a finger; it bounds the work that a stranger's name can cause.
    private static let longest = 32

    /// The name among `known` that takes the fewest edits to get from `name`, or nil if all are too far away: more
    /// edits than a third of its length, rounded up.
    static func nearest(to name: String, among known: [String]) -> String? {
        let typed = Array(name.lowercased().unicodeScalars.prefix(longest + 1))
        guard typed.count <= longest else { return nil }
        let distances = known.map { ($0, distance(from: typed, to: Array($0.lowercased().unicodeScalars))) }
        guard let best = distances.min(by: { $0.1 < $1.1 }), best.1 <= (best.0.unicodeScalars.count + 2) / 3 else {
            return nil
        }
        return best.0
    }

    /// Insertions, deletions and substitutions between the two (Levenshtein), one row of the table at a time.
    private static func distance(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (rowIndex, scalar) in left.enumerated() {
            var diagonal = row[0]
            row[0] = rowIndex + 1
            for column in right.indices {
                let substitution = diagonal + (scalar == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substitution, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
