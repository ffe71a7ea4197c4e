import CoreMetrics
import Glibc
import Testing

@testable import PrometheusMetrics

@Suite("Exemplars")
struct ExemplarTests {
    private let registry = PrometheusRegistry(Declarations.all)

    private func record(_ seconds: Double, _ id: String) {
        Exemplar.$current.withValue(Exemplar(["request_id": id])) {
            CoreMetrics.Timer(label: "test_work_seconds", factory: registry).recordMilliseconds(seconds * 1000)
        }
    }

    @Test("a bucket has the last of its values, with what led to it and when, in OpenMetrics alone")
    func last() throws {
        record(0.25, "first")
        record(0.125, "second")
        record(2, "third\"")
        let lines = registry.exposition(in: .openMetrics).split(separator: "\n")
        let buckets = lines.filter { $0.hasPrefix("test_work_seconds_bucket") }
        #expect(buckets.count == 4)
        #expect(buckets[0].hasPrefix(#"test_work_seconds_bucket{le="0.5"} 2 # {request_id="second"} 0.125 "#))
        #expect(buckets[1] == #"test_work_seconds_bucket{le="1.0"} 2"#)
        #expect(buckets[2].hasPrefix(#"test_work_seconds_bucket{le="2.5"} 3 # {request_id="third\""} 2.0 "#))
        let time = try #require(buckets[0].split(separator: " ").last.flatMap { Double($0) })
        #expect(abs(time - Double(Self.now)) < 60)
        #expect(!registry.exposition(in: .text).contains("request_id"))
    }

    @Test("labels of more than 128 characters make none")
    func length() {
        #expect(Exemplar(["request_id": String(repeating: "é", count: 118)]) != nil)
        #expect(Exemplar(["request_id": String(repeating: "a", count: 119)]) == nil)
    }

    private static var now: Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec
    }
}
