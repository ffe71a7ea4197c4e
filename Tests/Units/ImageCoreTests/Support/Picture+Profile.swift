import BoundedWork
import CImageCodecs
import CLittleCMS
import Testing

@testable import ImageCore
@testable import ImageFixtures

extension ChunkedPNG {
    /// The file with a profile before its pixels.
    func embedding(_ profile: SampleProfile) -> ChunkedPNG {
        embedding(compressed: zlibStored(profile.bytes))
    }

    /// The file with a profile chunk that holds `stream`.
    func embedding(compressed stream: [UInt8]) -> ChunkedPNG {
        declaring("iCCP", Array("profile\0\0".utf8) + stream)
    }

    /// The file with a chunk before the pixels, and before a palette.
    func declaring(_ type: String, _ data: [UInt8]) -> ChunkedPNG {
        inserting(.init(type: type, data: data), before: index(of: "PLTE") == nil ? "IDAT" : "PLTE")
    }

    /// The picture as a plain PNG.
    init(_ picture: Picture) throws {
        self = try #require(ChunkedPNG(parsing: picture.encoded(.png())))
    }
}

/// The APP2 markers that hold `profile` in `count` parts.
func profileMarkers(_ profile: [UInt8], parts count: Int = 1) -> [[UInt8]] {
    let size = (profile.count + count - 1) / count
    return (0..<count).map { index in
        let part = profile[min(index * size, profile.count)..<min((index + 1) * size, profile.count)]
        let payload = Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(count)] + part
        return [0xFF, 0xE2] + [UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)] + payload
    }
}

/// A JPEG with `markers` right after its start.
func jpeg(_ file: [UInt8], inserting markers: [[UInt8]]) -> [UInt8] {
    Array(file[..<2] + markers.joined() + file[2...])
}

extension SampleProfile {
    /// From samples of a layout to sRGB in `Double`, without Little CMS's shortcuts. The caller deletes it.
    func makeTransformToSRGB(_ layout: Int, flags: Int32 = 0) throws -> cmsHTRANSFORM {
        let source = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
        let target = cmsCreate_sRGBProfile()
        defer {
            cmsCloseProfile(source)
            cmsCloseProfile(target)
        }
        return try #require(
            cmsCreateTransform(
                source,
                cmsUInt32Number(layout),
                target,
                cmsUInt32Number(LITTLE_CMS_RGB_DOUBLE),
                cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
                cmsUInt32Number(cmsFLAGS_NOOPTIMIZE | flags)
            )
        )
    }
}

extension Picture {
    /// RGB as Little CMS converts it from `profile` to sRGB, calculated in `Double` without its shortcuts.
    func converted(from profile: SampleProfile) throws -> Picture {
        let transform = try profile.makeTransformToSRGB(LITTLE_CMS_RGB_DOUBLE)
        defer { cmsDeleteTransform(transform) }
        var values = samples.map { Double($0) / 255 }
        cmsDoTransform(transform, values, &values, cmsUInt32Number(width * height))
        let rounded = values.map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
        return Picture(width: width, height: height, channels: 3, samples: rounded)
    }
}

/// The profile in a file that was written here; nil if there is none.
func writtenProfile(of file: [UInt8]) throws -> [UInt8]? {
    if let png = ChunkedPNG(parsing: file) {
        guard let chunk = png.chunks.first(where: { $0.type == "iCCP" }) else { return nil }
        let start = try #require(chunk.data.firstIndex(of: 0)) + 2
        let stream = Array(chunk.data[start...])
        var profile = [UInt8](repeating: 0, count: 4096)
        let cancellation = Cancellation()
        let count = withExtendedLifetime(cancellation) {
            zlib_inflate(stream, stream.count, &profile, profile.count, codec_cancellation(cancellation))
        }
        return Array(profile[..<count])
    }
    let marker = Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
    guard let start = file.indices.first(where: { file[$0...].starts(with: marker) }) else { return nil }
    let length = Int(file[start - 2]) << 8 | Int(file[start - 1])
    return Array(file[start + marker.count..<start - 2 + length])
}

extension [UInt8] {
    /// Whether `text`, which is ASCII, is in the bytes.
    ///
    /// - Parameter wide: As UTF-16 with the high byte first, which is how a profile holds it.
    func contains(text: String, wide: Bool) -> Bool {
        let needle = wide ? Array(text.utf8.map { [0, $0] }.joined()) : Array(text.utf8)
        return indices.contains { self[$0...].starts(with: needle) }
    }
}
