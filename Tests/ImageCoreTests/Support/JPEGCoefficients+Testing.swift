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
}
