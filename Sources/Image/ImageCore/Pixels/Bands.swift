import BoundedWork

/// The rows of a picture, divided among threads that work at the same time.
struct Bands {
    let all: [Range<Int>]

    static let leastRows = 32

    init(_ rows: Range<Int>, threads: Int, leastRows: Int = Bands.leastRows) {
        let count = max(1, min(threads, rows.count / max(leastRows, 1)))
        all = (0..<count).map { index in
            let lower = rows.lowerBound + rows.count * index / count
            return lower..<rows.lowerBound + rows.count * (index + 1) / count
        }
    }

    /// Calls `work` with each band and its place among them, all at the same time; returns, or throws, when none is worked on any
    /// more. It writes nothing that it reads or writes for another band.
    func forEach<Failure: Error>(_ work: (Int, Range<Int>) throws(Failure) -> Void) throws(Failure) {
        _ = try map(work)
    }

    /// The results of ``forEach(_:)`` in the order of the bands.
    func map<Output: Sendable, Failure: Error>(
        _ work: (Int, Range<Int>) throws(Failure) -> Output
    ) throws(Failure) -> [Output] {
        try WorkContext(threads: { all.count }).map(all.count) { (index) throws(Failure) in
            try work(index, all[index])
        }
    }
}
