import Foundation
import ImageCore
import Messages
import SecureMemory
import Testing

@Suite(
    "A message is legible in a picture that is scaled to a third",
    .enabled(if: Tesseract.isInstalled, "tesseract is not installed (Debian package tesseract-ocr)")
)
struct LegibilityTests {
    @Test(
        "tesseract reads it back",
        arguments: [(1290, 2796), (2048, 2732), (2732, 2048), (1280, 720)],
        [try? Message(appearance: .light), try? Message(title: "Screen locked", appearance: .dark, symbol: .lock)]
    )
    func read(_ size: (width: Int, height: Int), message: Message?) throws {
        let message = try #require(message)
        let size = try #require(PixelSize(width: size.width, height: size.height))
        let text = try Tesseract.read(reducedWords(of: message, size))
        let words = [message.title, message.text].compactMap(\.self).joined(separator: " ")
        // What it makes of the lock comes first.
        #expect(text.hasSuffix(words), "\(text)")
    }

    @Test(
        "so it does a label where there is room",
        arguments: ["card", "e-mail", "name", "phone", "account", "password"],
        [(300, 60), (400, 100), (1083, 138), (1083, 354)]
    )
    func read(_ word: String, size: (width: Int, height: Int)) throws {
        let (width, height) = (size.width + 120, size.height + 120)
        let size = try #require(PixelSize(width: width, height: height))
        let target = try #require(PixelRect(columns: 60..<width - 60, rows: 60..<height - 60))
        var pixels = try PixelBuffer(size, format: .rgb, filledWith: .white)
        let stencil = try MessageRenderer().stencil(for: LabelText(word), in: PixelRect(target.size))
        try Label(stencil).apply(to: &pixels, in: try #require(PaintArea(target)))
        #expect(try Tesseract.read(Self.reduce(pixels, in: target, by: 3)) == word)
    }

    /// The part of a picture in which the words of a message stand, at a third of its size.
    private func reducedWords(of message: Message, _ size: PixelSize) throws -> PixelBuffer {
        let placard = try MessageRenderer().placard(for: message, in: PixelRect(size), isCard: false)
        var pixels = try PixelBuffer(size, format: .rgb, filledWith: .white)
        try placard.apply(to: &pixels, in: try #require(PaintArea(PixelRect(size))))
        let drawn = placard.frame
        let frame = try #require(drawn)
        let around = PixelRect(
            columns: (frame.x - 60..<frame.maxX + 60).clamped(to: 0..<size.width),
            rows: (frame.y - 60..<frame.maxY + 60).clamped(to: 0..<size.height)
        )
        return try Self.reduce(pixels, in: try #require(around), by: 3)
    }

    /// The pixels of `rect` with each `factor` x `factor` of them averaged to one, in grey.
    private static func reduce(
        _ pixels: borrowing PixelBuffer,
        in rect: PixelRect,
        by factor: Int
    ) throws -> PixelBuffer {
        let samples = pixels.samples(in: rect)
        let size = try #require(PixelSize(width: rect.width / factor, height: rect.height / factor))
        var reduced: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                var sum = 0
                for row in y * factor..<(y + 1) * factor {
                    for column in x * factor..<(x + 1) * factor { sum += Int(samples[(row * rect.width + column) * 3]) }
                }
                let mean = UInt8(sum / (factor * factor))
                reduced += [mean, mean, mean]
            }
        }
        return try PixelBuffer(size, format: .rgb, samples: reduced)
    }
}

/// The OCR that is asked.
private enum Tesseract {
    private static let program = ["/usr/bin/tesseract", "/usr/local/bin/tesseract"].first { path in
        FileManager.default.isExecutableFile(atPath: path)
    }

    static var isInstalled: Bool { program != nil }

    /// The words in a picture, with single spaces between them.
    static func read(_ picture: borrowing PixelBuffer) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "snapveil-\(UUID()).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try picture.encoded(.png()).withUnsafeBytes { try Data($0).write(to: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(program))
        process.arguments = [file.path, "-", "--psm", "6", "-l", "eng"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
