import Glibc

/// What a job is expected to take.
struct ExpectedTime: Hashable {
    private(set) var seconds: Double
    /// 0 for the shortest jobs; each class has jobs of up to four times the length of those of the class before.
    private(set) var lengthClass: Int

    /// The longest jobs of the first class, in seconds.
    private static var shortest: Double { 0.016 }
    private static var lastClass: Int { 6 }
    /// How far a mean may be beyond its class, as a factor, so that jobs of a kind seldom change their class.
    private static var tolerance: Double { 1.5 }

    init(seconds: Double) {
        self.seconds = seconds
        lengthClass = Self.lengthClass(of: seconds)
    }

    /// Whether it is more than a second or so.
    var isLong: Bool { lengthClass >= Self.firstLongClass }

    private static var firstLongClass: Int { 4 }

    /// Takes another time for the mean.
    mutating func change(to seconds: Double) {
        self.seconds = seconds
        let classes = Self.lengthClass(of: seconds / Self.tolerance)...Self.lengthClass(of: seconds * Self.tolerance)
        if !classes.contains(lengthClass) { lengthClass = Self.lengthClass(of: seconds) }
    }

    private static func lengthClass(of seconds: Double) -> Int {
        min(Int((log2(max(seconds, shortest) / shortest) / 2).rounded(.up)), lastClass)
    }
}

/// Times that jobs of each kind take, measured as they end.
struct CostEstimates {
    /// A mean in which later jobs weigh more.
    private struct Mean {
        private(set) var time: ExpectedTime
        /// The number of the last job.
        var last = 0

        private static var weight: Double { 0.1 }

        init(_ seconds: Double) { time = ExpectedTime(seconds: seconds) }

        mutating func note(_ seconds: Double) {
            time.change(to: time.seconds + (seconds - time.seconds) * Self.weight)
        }
    }

    private var kinds: [JobKind: Mean] = [:]
    /// Of all kinds that look, and of all that do not. Of those of which it is not known, there is none.
    private var means: [Bool: Mean] = [:]
    /// Jobs that were noted.
    private var count = 0

    var kindCount: Int { kinds.count }

    /// Kinds of which a mean is kept: those of the last jobs.
    static var capacity: Int { 1024 }

    /// The time of a job when nothing is known yet.
    static func firstGuess(looks: Bool) -> ExpectedTime { ExpectedTime(seconds: looks ? 0.3 : 0.02) }

    /// The time that a job of a kind is expected to take: the mean of the kind, or else of all that look or do not, as it does.
    subscript(kind: JobKind) -> ExpectedTime {
        let looks = kind.looks == true
        return (kinds[kind] ?? means[looks])?.time ?? Self.firstGuess(looks: looks)
    }

    /// Whether a job of a kind was noted, and is not forgotten.
    func knows(_ kind: JobKind) -> Bool { kinds[kind] != nil }

    /// Notes that a job of a kind has taken `seconds`.
    mutating func note(_ seconds: Double, of kind: JobKind) {
        count += 1
        kinds[kind, default: Mean(seconds)].note(seconds)
        kinds[kind]?.last = count
        if let looks = kind.looks { means[looks, default: Mean(seconds)].note(seconds) }
        if kinds.count > Self.capacity { forgetOld() }
    }

    /// Notes that a job of a kind has taken `seconds` and was not done yet.
    mutating func note(atLeast seconds: Double, of kind: JobKind) {
        if seconds > self[kind].seconds { note(seconds, of: kind) }
    }

    /// Forgets the half of the kinds that no job was of for longest.
    private mutating func forgetOld() {
        let order = kinds.values.map(\.last).sorted()
        let oldest = order[order.count / 2]
        kinds = kinds.filter { $0.value.last >= oldest }
    }
}
