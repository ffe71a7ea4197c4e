/// Errors by the value of their code.
extension [Double] {
    /// The indices of the `count` least elements, the least first.
    func indicesOfLeast(_ count: Int) -> [Int] {
        var least: [Int] = []
        var limit = Double.infinity
        for index in indices where self[index] < limit {
            let position = least.firstIndex { self[$0] > self[index] } ?? least.count
            least.insert(index, at: position)
            if least.count > count { least.removeLast() }
            if least.count == count, let last = least.last { limit = self[last] }
        }
        return least
    }

    /// The indices of all elements up to a limit that about `count` elements do not exceed; of all if there are fewer.
    func indices(ofAbout count: Int) -> [Int] {
        guard self.count > count else { return indices.map { $0 } }
        // A quantile of a sample serves: what is wanted is a bound on the work, not a number.
        let step = Swift.max(1, self.count / 20_000)
        let sample = stride(from: 0, to: self.count, by: step).map { self[$0] }.sorted()
        let limit = sample[Swift.min(count / step, sample.count - 1)]
        return indices.filter { self[$0] <= limit }
    }
}
