import SecureMemory

@testable import ImageCore

/// The file was left to the decoder.
struct NotTaken: Error {}

extension JPEGCoefficients {
    /// The coefficients of a file that has to be taken.
    init(of file: SecureBytes) throws {
        guard let coefficients = try JPEGCoefficients(reading: file) else { throw NotTaken() }
        self = coefficients
    }
}
