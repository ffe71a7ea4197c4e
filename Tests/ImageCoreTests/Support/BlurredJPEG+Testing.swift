import SecureMemory

@testable import ImageCore

extension BlurredJPEG {
    /// The blur of a file that has to be taken.
    init(of file: SecureBytes, with blur: GaussianBlur, header: JPEGHeader? = nil) throws {
        guard let blurred = try BlurredJPEG(blurring: file, with: blur, header: header) else { throw NotTaken() }
        self = blurred
    }
}
