/// The ICC profile that a picture in Display P3 is written with.
///
/// Made of published numbers and a fixed date, so that no byte of an input profile can reach the output: a version 4 display
/// profile with the colorants of ``Chromaticities/displayP3`` and the curve of sRGB (ICC.1:2022).
enum DisplayP3Profile {
    static let bytes: [UInt8] = {
        let tags = requiredTags
        let contentStart = headerSize + 4 + 12 * tags.count
        var table = bigEndian(UInt32(tags.count))
        var content: [UInt8] = []
        var offsets: [[UInt8]: Int] = [:]
        for (signature, data) in tags {
            // Tags with the same data share it, like the three curves.
            let offset = offsets[data] ?? contentStart + content.count
            if offsets.updateValue(offset, forKey: data) == nil { content += data }
            table += Array(signature.utf8)
            table += bigEndian(UInt32(offset))
            table += bigEndian(UInt32(data.count))
        }
        return header(size: contentStart + content.count) + table + content
    }()

    private static let headerSize = 128

    /// Section 7.2: version 4.4, a display with the space RGB that connects through XYZ, and the illuminant D50.
    private static func header(size: Int) -> [UInt8] {
        var header = bigEndian(UInt32(size)) + bigEndian(0)
        header += bigEndian(0x0440_0000)
        header += Array("mntrRGB XYZ ".utf8)
        // The first of January 2024: year, month, day, and a time of zero.
        header += [0x07, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
        header += Array("acsp".utf8)
        header += Array(repeating: 0, count: 28)
        header += fixed(Chromaticities.d50)
        return header + Array(repeating: 0, count: headerSize - header.count)
    }

    /// Tags that section 8.4.3 demands of a matrix-based display profile. The size of each is a multiple of four.
    private static var requiredTags: [(signature: String, data: [UInt8])] {
        let space = Chromaticities.displayP3
        let adaptation = space.matrixToD50
        let (red, green, blue) = (adaptation * space.matrixToXYZ).columns
        return [
            ("desc", text("Display P3")),
            ("cprt", text("No copyright")),
            ("wtpt", type("XYZ ") + fixed(Chromaticities.d50)),
            ("chad", type("sf32") + adaptation.rows.flatMap(fixed)),
            ("rXYZ", type("XYZ ") + fixed(red)),
            ("gXYZ", type("XYZ ") + fixed(green)),
            ("bXYZ", type("XYZ ") + fixed(blue)),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
    }

    /// A multiLocalizedUnicodeType with one record (section 10.15) of ASCII, an even number of characters.
    private static func text(_ text: String) -> [UInt8] {
        let characters: [UInt8] = Array(text.utf8.map { [0, $0] }.joined())
        var data = type("mluc")
        for number in [1, 12] { data += bigEndian(UInt32(number)) }
        data += Array("enUS".utf8)
        for number in [characters.count, 28] { data += bigEndian(UInt32(number)) }
        return data + characters
    }

    /// The curve of sRGB as function type 3 of parametricCurveType (section 10.18).
    private static var curve: [UInt8] {
        type("para") + [0, 3, 0, 0] + ToneCurve.standardParameters.flatMap(fixed)
    }

    private static func type(_ signature: String) -> [UInt8] {
        Array(signature.utf8) + bigEndian(0)
    }

    /// The components as three s15Fixed16Number (section 4.6).
    private static func fixed(_ vector: SIMD3<Double>) -> [UInt8] {
        fixed(vector.x) + fixed(vector.y) + fixed(vector.z)
    }

    /// The value as an s15Fixed16Number (section 4.6).
    private static func fixed(_ value: Double) -> [UInt8] {
        bigEndian(UInt32(bitPattern: Int32((value * 65_536).rounded())))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
