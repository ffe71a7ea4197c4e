import SecureMemory

extension ColorReading {
    /// What the chunks before the pixels of a PNG ask for.
    ///
    /// - Parameters:
    ///   - file: A PNG whose chunks up to the pixels have been found whole.
    ///   - model: What its samples are.
    init(ofPNG file: UnsafeRawBufferPointer, _ model: Model) throws(DecodingError) {
        do {
            self = try ColorReading(PNGColorChunks(file).declarations(), of: model)
        } catch {
            throw .outOfMemory(error)
        }
    }
}
