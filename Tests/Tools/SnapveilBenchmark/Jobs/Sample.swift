import Foundation
import ImageCore
import SecureMemory

/// A snapshot that jobs are done on.
struct Sample {
    /// The path of the snapshot.
    let path: String
    /// The bytes of the file.
    let bytes: SecureBytes
    /// What kind of file it is.
    let format: ImageFormat
    /// Width and height in pixels.
    let size: PixelSize

    /// - Throws: An error of Foundation's if the file cannot be read, `DecodingError` if it is no picture.
    init(path: String) throws {
        self.path = path
        bytes = try SecureBytes(copying: Data(contentsOf: URL(fileURLWithPath: path)))
        let image = try DecodedImage(decoding: bytes)
        format = image.format
        size = image.pixels.size
    }

    /// The PNG and JPEG files of a directory whose names contain `text`, if that is not empty, in the order of their names.
    static func all(in directory: String, only text: String) throws -> [Sample] {
        try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { [".png", ".jpg", ".jpeg"].contains(where: $0.lowercased().hasSuffix) }
            .filter { text.isEmpty || $0.contains(text) }
            .sorted()
            .map { try Sample(path: "\(directory)/\($0)") }
    }

    /// The name of the file.
    var name: String { URL(fileURLWithPath: path).lastPathComponent }

    /// Whether it shows photographs rather than text and areas, which is told by what a pixel takes: above half a byte
    /// in a PNG or WebP, a fifth in a JPEG or HEIC.
    var isPhotographic: Bool {
        Double(bytes.count) / Double(size.width * size.height) > ([.png, .webp].contains(format) ? 0.5 : 0.2)
    }
}

extension Row.Snapshot {
    /// What the report tells of `sample`.
    init(_ sample: Sample) {
        self.init(name: sample.name, format: sample.format, isPhotographic: sample.isPhotographic)
    }
}
