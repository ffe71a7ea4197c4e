import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import Recordings

@Suite("Contact sheets")
struct ContactSheetTests {
    private static let (caption, gap) = (18, 10)

    private func policy(_ times: String = "") throws -> Policy {
        let region = "{ \"region\": { \"x\": 0, \"y\": 0, \"width\": 16, \"height\": 16 }\(times) }"
        return try Policy(ofRules: "{ \"target\": \(region), \"style\": { \"fill\": { \"color\": \"#000\" } } }")
    }

    private func decoded(_ sheet: SecureBytes) throws -> PixelBuffer {
        try DecodedImage(decoding: sheet).takePixels(in: .sRGB)
    }

    /// The brightness of a pixel of a frame in the sheet.
    private func pixel(
        _ sheet: borrowing PixelBuffer,
        _ size: (width: Int, height: Int) = (64, 48),
        frame: (column: Int, row: Int),
        x: Int,
        y: Int
    ) -> UInt8 {
        let left = Self.gap + frame.column * (size.width + Self.gap)
        let top = Self.gap + frame.row * (size.height + Self.caption + Self.gap)
        return sheet.row(top + y)[(left + x) * sheet.format.channels]
    }

    @Test("Each scene has a frame, whatever else changes a little")
    func scenes() throws {
        var recording = try DrawnRecording()
        for (second, value) in [(0, 60), (1, 60), (2, 230), (3, 230), (4, 120)] as [(Int64, UInt8)] {
            // A field of a few pixels.
            recording.add(at: second * 1000, filledWith: value) { $0[40 * 64 + 40] = 16 }
        }
        let sheet = try decoded(recording.sheet(by: policy()))
        // Two columns of two.
        #expect(sheet.size == PixelSize(width: 2 * 74 + 10, height: 2 * 76 + 10))
        let places = [(0, 0), (1, 0), (0, 1)]
        let bright = places.map { pixel(sheet, frame: $0, x: 60, y: 4) }
        #expect(bright[0] < 80 && bright[1] > 220 && 80..<180 ~= bright[2])
        for place in places { #expect(pixel(sheet, frame: place, x: 8, y: 8) == 0, "the frame at \(place) is covered") }
    }

    @Test("A scene is shown by the frame with the most covers")
    func covers() throws {
        var recording = try DrawnRecording(width: 320, height: 240)
        for second in 0..<6 { recording.add(at: Int64(second) * 1000) }
        let sheet = try decoded(recording.sheet(by: policy(", \"from\": 3, \"until\": 5")))
        #expect(sheet.size == PixelSize(width: 340, height: 278))
        #expect(pixel(sheet, (320, 240), frame: (0, 0), x: 8, y: 8) == 0)
        #expect(pixel(sheet, (320, 240), frame: (0, 0), x: 100, y: 100) > 180)
    }

    @Test("Nothing in a sheet depends on what is erased")
    func erased() throws {
        func recording(_ seed: UInt64) throws -> DrawnRecording {
            var recording = try DrawnRecording()
            var random = SeededGenerator(seed: seed)
            for number in 0..<9 {
                recording.add(at: Int64(number) * 400, filledWith: number < 5 ? 60 : 200) { bytes in
                    for y in 0..<16 { for x in 0..<16 { bytes[y * 64 + x] = .random(in: 16...235, using: &random) } }
                }
            }
            return recording
        }
        let (one, other) = (try recording(1), try recording(2))
        #expect(one.frames.map(\.bytes) != other.frames.map(\.bytes))
        #expect(try one.sheet(by: policy()) == other.sheet(by: policy()))
    }

    @Test("Of more scenes than there is room for, the shortest ones are left out")
    func most() throws {
        var recording = try DrawnRecording()
        var time: Int64 = 0
        for number in 0..<64 {
            recording.add(at: time, filledWith: number % 2 == 0 ? 40 : 220)
            // Four are short.
            time += number % 20 == 7 ? 700 : 2000
        }
        let sheet = try decoded(recording.sheet(by: policy()))
        let columns = (sheet.size.width - 10) / 74, rows = (sheet.size.height - 10) / 76
        #expect(columns * rows >= 60 && columns * (rows - 1) < 60)
    }
}
