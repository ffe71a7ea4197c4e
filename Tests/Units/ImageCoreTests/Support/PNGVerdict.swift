import BoundedWork
import SecureMemory

@testable import ImageCore
@testable import ImageFixtures

/// What a decoder makes of a file.
enum PNGVerdict: Equatable {
    case picture(Picture)
    case refused(DecodingError)

    /// What libpng makes of it.
    static func ofLibPNG(_ bytes: [UInt8]) -> PNGVerdict {
        bytes.withUnsafeBytes { file in
            do throws(DecodingError) {
                return .picture(try LibPNGDecoder(file).decode(limits: DecodingLimits()).pixels.picture)
            } catch {
                return .refused(error)
            }
        }
    }

    /// What our own reader makes of it; nil if it leaves the file to libpng.
    static func ofTruecolor(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> PNGVerdict? {
        do throws(DecodingError) {
            guard let image = try PNGFile(bytes, limits: limits).decodedTruecolor() else { return nil }
            return .picture(image.pixels.picture)
        } catch {
            return .refused(error)
        }
    }

    /// What is made of it in the end.
    static func ofBoth(_ bytes: [UInt8]) -> PNGVerdict {
        do throws(DecodingError) {
            return .picture(try PNGFile(bytes).decoded().pixels.picture)
        } catch {
            return .refused(error)
        }
    }

    var isPicture: Bool {
        if case .picture = self { true } else { false }
    }
}

extension PNGFile {
    /// Opens a file that has to be a PNG.
    fileprivate init(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(DecodingError) {
        let bytes = try mapError(SecureBytes(copying: bytes), DecodingError.outOfMemory)
        self.init(opening: bytes, limits: limits, work: WorkContext())
    }
}
