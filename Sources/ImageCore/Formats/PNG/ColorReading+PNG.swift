import BoundedWork
import SecureMemory

extension ColorReading {
    /// What the chunks before the pixels of a PNG ask for.
    ///
    /// - Parameters:
    ///   - file: A PNG whose chunks up to the pixels have been found whole.
    ///   - model: What its samples are.
    ///   - cancellation: Whether the picture is still wanted.
    init(
        ofPNG file: UnsafeRawBufferPointer,
        _ model: Model,
        _ cancellation: Cancellation
    ) throws(DecodingError) {
        let declarations = try PNGColorChunks(file, cancellation).declarations()
        do {
            self = try ColorReading(declarations, of: model)
        } catch {
            throw .outOfMemory(error)
        }
    }
}
