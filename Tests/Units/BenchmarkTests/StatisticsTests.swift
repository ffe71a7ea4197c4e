import Testing

@testable import SnapveilBenchmark

@Suite("Statistics")
struct StatisticsTests {
    @Test(
        "the median is the middle, and between two the mean of both",
        arguments: [
            ([3], 3), ([5, 1, 100], 5), ([4, 1, 2, 100], 3),
        ] as [([Double], Double)]
    )
    func median(values: [Double], expected: Double) {
        #expect(values.median == expected)
    }

    @Test("nothing has no median")
    func nothing() {
        #expect([Double]().median == nil)
    }
}
