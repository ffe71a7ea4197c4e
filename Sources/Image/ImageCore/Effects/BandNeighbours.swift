import SecureMemory

/// Copies of the rows next to each band, which another thread may have changed by the time they are read.
struct BandNeighbours: ~Copyable {
    private let bands: Bands
    private let radius: Int
    private let count: Int
    /// For each band, ``radius`` rows before it and as many after it.
    private let copies: WipedBuffer<UInt8>

    init(
        of bands: Bands,
        in target: PixelRect,
        _ pixels: borrowing PixelBuffer,
        radius: Int
    ) throws(OutOfMemory) {
        let channels = pixels.format.channels
        let isShared = bands.all.count > 1
        self.copies = try WipedBuffer(count: isShared ? 2 * radius * bands.all.count * target.width * channels : 0)
        self.bands = bands
        self.radius = radius
        self.count = target.width * channels
        guard isShared else { return }
        for (index, band) in bands.all.enumerated() {
            let before = max(band.lowerBound - radius, target.y)..<band.lowerBound
            let after = band.upperBound..<min(band.upperBound + radius, target.maxY)
            for y in Array(before) + Array(after) {
                copy(of: y, for: index, band)?.update(from: pixels.row(y) + target.x * channels, count: count)
            }
        }
    }

    /// Row `y` before the change, at most the radius before or after the band and within the target; nil if it is of the band at
    /// `index` itself.
    func row(_ y: Int, for index: Int) -> UnsafePointer<UInt8>? {
        copy(of: y, for: index, bands.all[index]).map { UnsafePointer($0) }
    }

    private func copy(of y: Int, for index: Int, _ band: Range<Int>) -> UnsafeMutablePointer<UInt8>? {
        guard !band.contains(y) else { return nil }
        let place = y < band.lowerBound ? band.lowerBound - 1 - y : radius + y - band.upperBound
        return copies.base + (2 * radius * index + place) * count
    }
}
