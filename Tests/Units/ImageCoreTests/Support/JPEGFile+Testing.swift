import BoundedWork
import SecureMemory

@testable import ImageCore

/// The file was left to the decoder.
struct NotTaken: Error {}

extension JPEGFile {
    /// Opens a file that has to be a JPEG.
    init(
        _ bytes: SecureBytes,
        limits: DecodingLimits = DecodingLimits(),
        cancellation: Cancellation = Cancellation()
    ) throws(DecodingError) {
        try self.init(opening: bytes, limits: limits, cancellation: cancellation)
    }
}

extension JPEGCoefficients {
    /// The coefficients of a file that has to be taken.
    init(of file: SecureBytes) throws {
        guard let coefficients = try JPEGFile(file).coefficients() else { throw NotTaken() }
        self = coefficients
    }

    /// The file, which a baseline file has to be able to hold.
    consuming func file() throws -> SecureBytes {
        guard let file = try encoded() else { throw NotTaken() }
        return file
    }
}
