import CPixelKernels
import SeededRandom
import Testing

@Suite("A row of colours is stored")
struct StoredRowTests {
    @Test(
        "rounded and bounded, and alpha and what lies beyond the row stay",
        arguments: [1, 2, 63, 64, 65, 200],
        [3, 4]
    )
    func rows(count: Int, channels: Int) {
        var generator = SeededGenerator(seed: 12)
        let distance = count + 5
        let shares = (0..<3 * distance).map { _ in Float(generator.int(-300...1300)) / 1000 }
        var pixels = [UInt8](repeating: 77, count: (count + 1) * channels)
        pixels_store_row(shares, distance, count, &pixels, channels)
        for x in 0..<count {
            for channel in 0..<3 {
                let share = min(max(shares[channel * distance + x], 0), 1)
                #expect(pixels[x * channels + channel] == UInt8(share * 255 + 0.5), "\(share)")
            }
            if channels == 4 { #expect(pixels[x * 4 + 3] == 77) }
        }
        #expect(pixels.suffix(channels).allSatisfy { $0 == 77 })
    }
}
