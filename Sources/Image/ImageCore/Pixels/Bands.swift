import BoundedWork
import SecureMemory

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
    func forEach(_ work: (Int, Range<Int>) throws(OutOfMemory) -> Void) throws(OutOfMemory) {
        _ = try WorkContext(threads: { all.count }).map(all.count) { (index) throws(OutOfMemory) in
            try work(index, all[index])
        }
    }
}
