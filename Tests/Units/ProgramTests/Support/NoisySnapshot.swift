import CJPEGFixtures
import Foundation
import ImageCore
import SecureMemory
import SeededRandom

/// A snapshot of noise, with what is secret about it. It is small: of large memory that is freed the kernel lets nothing
/// remain anyway.
struct NoisySnapshot {
    static let width = 96
    static let height = 80

    var file: [UInt8]
    /// Its pixels as they are decoded, from the last row, which nothing overwrites in a buffer of a
    /// few rows.
    let pixels: Secret
    /// Text that the file holds beside its pixels.
    let text: Secret

    /// All that must not be left of it.
    var secrets: [Secret] { [Secret("the file", file), pixels, text] }

    /// A JPEG with a comment, and with EXIF data that say nothing.
    static func jpeg(progressive: Bool, grey: Bool, seed: UInt64) throws -> NoisySnapshot {
        var noise = SeededGenerator(seed: seed)
        let letters = noise.letters(128)
        var fixture = jpeg_fixture()
        fixture.width = UInt32(width)
        fixture.height = UInt32(height)
        fixture.space = grey ? JPEG_FIXTURE_GREY : JPEG_FIXTURE_YCC
        fixture.scans = progressive ? JPEG_FIXTURE_PROGRESSIVE : JPEG_FIXTURE_BASELINE
        fixture.horizontal = (1, 1, 1, 1)
        fixture.vertical = (1, 1, 1, 1)
        fixture.quality = 100
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        defer { free(bytes) }
        guard jpeg_fixture_write(&fixture, noise.bytes(width * height * 3), &bytes, &count), let bytes else {
            throw Obstacle(description: "the JPEG could not be written")
        }
        var file = Array(UnsafeBufferPointer(start: bytes, count: count))
        // Behind the start-of-image marker: APP1 and COM, each with its length.
        let exif = Array("Exif\0\0".utf8) + letters
        let comment = [0xFF, 0xFE] + length(2 + letters.count) + letters
        file.insert(contentsOf: [0xFF, 0xE1] + length(2 + exif.count) + exif + comment, at: 2)
        let decoded = try DecodedImage(decoding: SecureBytes(copying: file)).takePixels()
        // Of a grey file one sample of three, which is what libjpeg has before it makes RGB of them.
        let row = row(decoded, channels: grey ? 1 : 3)
        return NoisySnapshot(file: file, pixels: row, text: Secret("the metadata", letters))
    }

    /// A PNG with a text chunk.
    static func png(_ compression: PNGCompression, seed: UInt64) throws -> NoisySnapshot {
        var noise = SeededGenerator(seed: seed)
        let source = try jpeg(progressive: false, grey: false, seed: noise.next())
        let pixels = try DecodedImage(decoding: SecureBytes(copying: source.file)).takePixels()
        let format = OutputFormat.png(compression)
        var file = try pixels.encoded(format).withUnsafeBytes(Array.init)
        let letters = noise.letters(128)
        let chunk = Array("tEXtComment\0".utf8) + letters
        // Behind the signature and IHDR.
        file.insert(contentsOf: length32(chunk.count - 4) + chunk + length32(Int(crc32(chunk))), at: 8 + 25)
        return NoisySnapshot(file: file, pixels: source.pixels, text: Secret("the metadata", letters))
    }

    private static func row(_ pixels: borrowing PixelBuffer, channels: Int) -> Secret {
        var samples: [UInt8] = []
        for x in 0..<width { samples += pixels.samples(x: x, y: height - 1)[..<channels] }
        return Secret("the pixels", samples)
    }

    private static func length(_ count: Int) -> [UInt8] {
        [UInt8(count >> 8), UInt8(count & 0xFF)]
    }

    private static func length32(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The checksum of a chunk (PNG, annex D).
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { value, byte in
            (0..<8).reduce(value ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        }
    }
}

extension SeededGenerator {
    /// Small letters.
    mutating func letters(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in .random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &self) }
    }
}

/// A request that keeps a worker busy for some seconds.
struct SlowRequest {
    let request: Request

    /// The rules, each of which blurs all of a large snapshot: code is forty times as fast when it is optimised.
    #if DEBUG
    private static let ruleCount = 4
    #else
    private static let ruleCount = 160
    #endif

    /// A form whose page source has the marker.
    init(marker: Secret) throws {
        guard let size = PixelSize(width: 3000, height: 3000) else { throw Obstacle(description: "no such size") }
        let picture = try PixelBuffer(size, format: .rgb, filledWith: .white).encoded(.png())
        let rule = #"{"target": "screen", "style": {"blur": {"radius": 9}}}"#
        let rules =
            Array(repeating: rule, count: Self.ruleCount) + [
                ##"{"target": {"elements": {"sensitive": {"terms": ["pin"]}}}, "style": {"fill": {"color": "#000"}}}"##
            ]
        let label = String(decoding: marker.bytes, as: UTF8.self)
        let frame = "x='0' y='0' width='\(size.width)' height='\(size.height)'"
        let parts = [
            ("image", picture.withUnsafeBytes(Array.init)),
            ("policy", Array("{\"rules\": [\(rules.joined(separator: ","))]}".utf8)),
            ("hierarchy", Array("<XCUIElementTypeApplication \(frame) label='\(label)'/>".utf8)),
        ]
        var body: [UInt8] = []
        for (name, content) in parts {
            body += Array("--limit\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + content
            body += Array("\r\n".utf8)
        }
        body += Array("--limit--\r\n".utf8)
        let fields = ["Content-Type: multipart/form-data; boundary=limit"]
        request = Request(method: "POST", path: "/v1/sanitize", fields: fields, body: body)
    }
}
