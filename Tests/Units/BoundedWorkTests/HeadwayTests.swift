import Testing

@testable import BoundedWork

@Suite("A thread follows another one that goes ahead")
struct HeadwayTests {
    /// What the second thread saw, and whether the first one came to the end.
    private static func follow(
        to end: Int,
        threads: Int,
        while isWanted: (Int) -> Bool = { _ in true }
    ) -> (places: [Int], isWhole: Bool) {
        let headway = Headway()
        let results = WorkContext(threads: { threads }).map(2) { piece -> (places: [Int], isWhole: Bool) in
            if piece == 0 {
                defer { headway.end() }
                for place in 1...end where !headway.isGivenUp { headway.advance(to: place) }
                return ([], !headway.isGivenUp)
            }
            var places: [Int] = []
            while let place = headway.next(after: places.last ?? 0) {
                places.append(place)
                if !isWanted(place) {
                    headway.giveUp()
                    break
                }
            }
            return (places, true)
        }
        return (results[1].places, results[0].isWhole)
    }

    @Test("the last place is reached by steps forward", arguments: [1, 2])
    func places(threads: Int) {
        for _ in 0..<200 {
            let (places, isWhole) = Self.follow(to: 50, threads: threads)
            #expect(places.last == 50 && isWhole)
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test("what ends where it began has no place")
    func nothing() {
        let headway = Headway()
        headway.end()
        #expect(headway.next(after: 0) == nil)
        headway.advance(to: 3)
        #expect(headway.next(after: 2) == 3)
        #expect(headway.next(after: 3) == nil)
    }

    @Test("the first thread hears that the second one has given up")
    func givenUp() {
        let (places, isWhole) = Self.follow(to: 50_000_000, threads: 2) { _ in false }
        #expect(places.count == 1)
        #expect(!isWhole)
    }
}
