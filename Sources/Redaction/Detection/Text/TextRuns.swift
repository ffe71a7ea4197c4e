import BoundedWork

/// Pixels beside each other in a row of a map, and their connections: the parts of blobs.
struct TextRuns {
    struct Run {
        let y: Int
        let columns: Range<Int>
    }

    private(set) var runs: [Run] = []
    /// For each run one that it is connected with, itself if it is the first of them.
    private var parents: [Int] = []

    /// Finds the runs of pixels of at least `threshold` in a map, row by row.
    init(_ map: borrowing ProbabilityMap, threshold: UInt8, budget: inout WorkBudget) throws(BudgetFailure) {
        var above = 0..<0
        for y in 0..<map.height {
            try budget.spend(map.width / 8 + 1)
            let start = runs.count
            appendRuns(map.base + y * map.width, map.width, y, threshold)
            try budget.spend((runs.count - start) * 4)
            join(start..<runs.count, with: above)
            above = start..<runs.count
        }
    }

    private mutating func appendRuns(_ row: UnsafePointer<UInt8>, _ width: Int, _ y: Int, _ threshold: UInt8) {
        var x = 0
        while x < width {
            guard row[x] >= threshold else {
                x += 1
                continue
            }
            let start = x
            while x < width, row[x] >= threshold { x += 1 }
            parents.append(runs.count)
            runs.append(Run(y: y, columns: start..<x))
        }
    }

    /// Joins the runs of a row with those of the row above that they touch, if only by a corner.
    private mutating func join(_ row: Range<Int>, with above: Range<Int>) {
        var upper = above.lowerBound
        for lower in row {
            let columns = runs[lower].columns
            while upper < above.upperBound, runs[upper].columns.upperBound < columns.lowerBound { upper += 1 }
            var touching = upper
            while touching < above.upperBound, runs[touching].columns.lowerBound <= columns.upperBound {
                let (one, other) = (root(of: touching), root(of: lower))
                parents[max(one, other)] = min(one, other)
                touching += 1
            }
        }
    }

    private mutating func root(of run: Int) -> Int {
        var run = run
        while parents[run] != run {
            parents[run] = parents[parents[run]]
            run = parents[run]
        }
        return run
    }

    mutating func blobs() -> [[Run]] {
        var blobs: [[Run]] = []
        var indexOfRoot = [Int](repeating: -1, count: runs.count)
        for run in runs.indices {
            let root = root(of: run)
            if indexOfRoot[root] < 0 {
                indexOfRoot[root] = blobs.count
                blobs.append([])
            }
            blobs[indexOfRoot[root]].append(runs[run])
        }
        return blobs
    }
}
