import BoundedWork
import CLibWebP
import SecureMemory

/// Writer of a WebP that holds pixels, a profile if there is one, and nothing else.
struct WebPWriter {
    /// 0 to 100 for a lossy picture, to which others are clamped; nil for a lossless one.
    let quality: Int?
    let profile: [UInt8]
    let cancellation: Cancellation

    /// Pixels of the longest edge that the format can express (RFC 9649, section 1).
    static let longestEdge = 16_383
    /// 0 to 9. On screenshots 0 takes as long for files ten times as large, and 6 half as long again for files a tenth smaller.
    private static let losslessLevel: Int32 = 1

    func file(of picture: borrowing PixelBuffer) throws(EncodingError) -> SecureBytes {
        try picture.size.check(longestEdge: Self.longestEdge)
        let file = try encoded(picture)
        guard !profile.isEmpty else { return file }
        let container = WebPContainer(profile: profile, size: picture.size)
        return try mapError(file.withUnsafeBytes(container.file), \DecodingError.encodingError)
    }

    private func encoded(_ picture: borrowing PixelBuffer) throws(EncodingError) -> SecureBytes {
        var configuration = WebPConfig()
        var target = WebPPicture()
        guard WebPConfigInit(&configuration) != 0, WebPPictureInit(&target) != 0 else {
            throw .codec("libwebp is of another version")
        }
        if let quality {
            configuration.quality = Float(min(max(quality, 0), 100))
        } else {
            WebPConfigLosslessPreset(&configuration, Self.losslessLevel)
        }
        // The colour beneath alpha 0 is written unchanged: it was cleared by the reader.
        configuration.exact = 1
        let samples = try mapError(packed(picture), EncodingError.init)
        target.use_argb = 1
        target.width = Int32(clamping: picture.size.width)
        target.height = Int32(clamping: picture.size.height)
        target.argb = samples.base
        target.argb_stride = target.width
        return try write(&target, configuration)
    }

    private func write(_ picture: inout WebPPicture, _ configuration: WebPConfig) throws(EncodingError) -> SecureBytes {
        let output = try mapError(WebPOutput(cancellation), \OutOfMemory.encodingError)
        picture.custom_ptr = Unmanaged.passUnretained(output).toOpaque()
        picture.user_data = picture.custom_ptr
        picture.writer = { bytes, count, picture in
            guard let output = WebPOutput.of(picture?.pointee.custom_ptr) else { return 0 }
            return output.append(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
        }
        picture.progress_hook = { _, picture in
            WebPOutput.of(picture?.pointee.user_data).map { $0.isWanted ? 1 : 0 } ?? 0
        }
        let isWritten = withUnsafePointer(to: configuration) { configuration in
            withExtendedLifetime(output) { WebPEncode(configuration, &picture) != 0 }
        }
        WebPPictureFree(&picture)
        guard !cancellation.isCancelled else { throw .cancelled }
        guard isWritten, let bytes = output.finish() else {
            throw .codec("libwebp: error \(picture.error_code.rawValue)")
        }
        return bytes
    }

    /// The pixels in libwebp's form: alpha in the highest bits, then red, green and blue.
    private func packed(_ picture: borrowing PixelBuffer) throws(WorkFailure) -> WipedBuffer<UInt32> {
        let (width, channels) = (picture.size.width, picture.format.channels)
        let samples: WipedBuffer<UInt32>
        do {
            samples = try WipedBuffer<UInt32>(count: picture.size.area)
        } catch {
            throw .outOfMemory(error)
        }
        for y in (0..<picture.size.height).whileWanted(cancellation) {
            let (source, target) = (picture.row(y), samples.base + y * width)
            for x in 0..<width {
                let pixel = source + x &* channels
                let color = UInt32(pixel[0]) &<< 16 | UInt32(pixel[1]) &<< 8 | UInt32(pixel[2])
                target[x] = color | (channels == 4 ? UInt32(pixel[3]) &<< 24 : 0xFF00_0000)
            }
        }
        try cancellation.check()
        return samples
    }
}

private final class WebPOutput {
    private var builder: SecureBytesBuilder?
    private let cancellation: Cancellation

    init(_ cancellation: Cancellation) throws(OutOfMemory) {
        builder = try SecureBytesBuilder()
        self.cancellation = cancellation
    }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> WebPOutput? {
        pointer.map { Unmanaged<WebPOutput>.fromOpaque($0).takeUnretainedValue() }
    }

    var isWanted: Bool { !cancellation.isCancelled }

    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do {
            try builder?.append(bytes)
            return true
        } catch {
            return false
        }
    }

    func finish() -> SecureBytes? {
        builder.take()?.finish()
    }
}

extension OutOfMemory {
    fileprivate var encodingError: EncodingError { .codec(description) }
}

extension DecodingError {
    fileprivate var encodingError: EncodingError { .codec(description) }
}
