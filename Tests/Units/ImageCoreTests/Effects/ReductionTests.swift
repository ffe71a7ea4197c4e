import BoundedWork
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A picture is reduced to a size that is known before")
struct ReductionTests {
    @Test(
        "the shorter edge is as asked for, the longer one no more than four times as long, and nothing grows",
        arguments: [
            (400, 800, 48, 48, 96), (800, 400, 48, 96, 48), (100, 100, 100, 100, 100), (30, 20, 48, 30, 20),
            (100, 4000, 48, 5, 192), (10_000, 1, 48, 192, 1),
        ]
    )
    func sizes(_ width: Int, _ height: Int, _ edge: Int, _ smallWidth: Int, _ smallHeight: Int) throws {
        let size = try #require(PixelSize(width: width, height: height))
        let pixels = try PixelBuffer(size, format: .rgb, filledWith: Color(red: 9, green: 99, blue: 200))
        let small = try pixels.reduced(to: edge, WorkContext())
        #expect(small.picture == .flat(smallWidth, smallHeight, [9, 99, 200]))
    }

    @Test("what is transparent is white")
    func transparent() throws {
        let size = try #require(PixelSize(width: 8, height: 8))
        let samples = Array(repeating: [0, 0, 0, 0] as [UInt8], count: 64).flatMap(\.self)
        let pixels = try PixelBuffer(size, format: .rgba, samples: samples)
        #expect(try pixels.reduced(to: 4, WorkContext()).picture == .flat(4, 4, [255, 255, 255]))
    }

    @Test("one that is not wanted any more is not made")
    func cancelled() throws {
        let size = try #require(PixelSize(width: 400, height: 400))
        let cancellation = Cancellation()
        cancellation.cancel()
        let work = WorkContext(cancellation: cancellation)
        #expect(throws: WorkFailure.cancelled) {
            _ = try PixelBuffer(size, format: .rgb, filledWith: .black).reduced(to: 4, work)
        }
    }
}
