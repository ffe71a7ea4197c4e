/// What was done to a content and to all that is in it. It holds no value.
struct ContentTally {
    /// The number of values that were taken out, by the word for their kind.
    var values: [String: Int] = [:]
    /// The number of pictures that were redacted.
    var pictures = 0
    /// Parts that were left out, each with the reason.
    var dropped: [String] = []

    var isEmpty: Bool { values.isEmpty && pictures == 0 && dropped.isEmpty }
}
