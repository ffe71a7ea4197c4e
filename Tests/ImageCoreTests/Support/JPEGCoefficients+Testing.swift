import SecureMemory

@testable import ImageCore

/// The file was left to the decoder.
struct NotTaken: Error {}

extension JPEGCoefficients {
    /// The coefficients of a file that has to be taken.
    init(of file: SecureBytes, header: JPEGHeader? = nil) throws {
        guard let coefficients = try JPEGCoefficients(reading: file, header: header) else { throw NotTaken() }
        self = coefficients
    }

    /// The file, which a baseline file has to be able to hold.
    consuming func file() throws -> SecureBytes {
        guard let file = try encoded() else { throw NotTaken() }
        return file
    }
}
