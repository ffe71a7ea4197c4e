import CLittleCMS
import SecureMemory

extension ColorProfile {
    /// The space that the output can have and that the profile is as good as; nil if there is none.
    ///
    /// A profile is known by what it does, not by what it is called: it is as good as a space if converting from one to
    /// the other moves no sample by more than ``tolerance``.
    ///
    /// - Throws: ``OutOfMemory``.
    func recognized() throws(OutOfMemory) -> ColorSpace? {
        guard model == cmsSigRgbData else { return nil }
        for space in ColorSpace.allCases where try isAsGoodAs(space) { return space }
        return nil
    }

    /// One step of 8 bits. Real profiles of one space differ by far less, through the rounding of their numbers and
    /// tables; a plain gamma of 2.2 differs from the curve of sRGB by eight.
    static let tolerance = 1.0 / 255

    private func isAsGoodAs(_ space: ColorSpace) throws(OutOfMemory) -> Bool {
        let target = try Self.profile(of: space, in: context)
        guard let transform = ColorTransform(from: self, .rgbDouble, to: target, .rgbDouble) else { return false }
        var converted = Self.probes
        let count = converted.count / 3
        converted.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            transform.convert(start, to: start, count: count)
        }
        return zip(Self.probes, converted).allSatisfy { abs($0 - $1) <= Self.tolerance }
    }

    /// Every grey of 8 bits, then a lattice of colours.
    private static let probes: [Double] = {
        let greys = (0...255).flatMap { Array(repeating: Double($0) / 255, count: 3) }
        let levels = (0...4).map { Double($0) / 4 }
        return greys + levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
    }()
}
