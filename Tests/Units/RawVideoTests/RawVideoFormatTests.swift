import RawVideo
import Testing

@Suite("Formats of raw video")
struct RawVideoFormatTests {
    @Test("frames of odd sizes have the bytes that FFmpeg gives them")
    func byteCounts() {
        let sizes: [(FrameLayout, Int, Int, Int)] = [
            (.yuv420, 1179, 2555, 4_520_385), (.yuv422, 1179, 2555, 6_027_245), (.yuv444, 1179, 2555, 9_037_035),
            (.rgba, 1179, 2555, 12_049_380), (.yuv420, 3, 3, 17), (.yuv422, 3, 3, 21), (.yuv444, 3, 3, 27),
            (.rgba, 3, 3, 36), (.yuv420, 1, 1, 3), (.yuv420, 1280, 720, 1_382_400),
        ]
        for (layout, width, height, count) in sizes {
            #expect(layout.byteCount(width: width, height: height) == count)
        }
    }

    @Test("the byte count is that of the planes that the chroma shifts give")
    func chromaShifts() {
        for layout in FrameLayout.allCases where layout != .rgba {
            let (across, down) = (layout.horizontalChromaShift, layout.verticalChromaShift)
            for (width, height) in [(1, 1), (2, 2), (5, 3), (8, 7)] {
                let columns = (width + (1 << across) - 1) >> across
                let rows = (height + (1 << down) - 1) >> down
                #expect(layout.byteCount(width: width, height: height) == width * height + 2 * columns * rows)
            }
        }
    }

    @Test("sizes without pixels, or beyond what FFmpeg counts, are no format")
    func limits() throws {
        let timeBase = try #require(Ratio(1, 1000))
        for (width, height) in [(0, 1), (1, 0), (-1, 1), (65_536, 1), (1, 65_536), (.max, .max), (30_000, 30_000)] {
            #expect(RawVideoFormat(width: width, height: height, layout: .rgba, timeBase: timeBase) == nil)
        }
        #expect(RawVideoFormat(width: 65_535, height: 1, layout: .rgba, timeBase: timeBase) != nil)
    }

    @Test("ratios are positive and in lowest terms")
    func ratios() throws {
        #expect(Ratio(2, 2000) == Ratio(1, 1000))
        #expect(Ratio(2002, 60_000)?.numerator == 1001)
        #expect(Ratio(2002, 60_000)?.denominator == 30_000)
        for (numerator, denominator) in [(0, 1), (1, 0), (-1, 1), (1, -1), (0, 0), (1 << 31, 1), (.min, .min)] {
            #expect(Ratio(numerator, denominator) == nil)
        }
    }
}
