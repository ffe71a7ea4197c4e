import CLibDE265

/// A picture that was decoded: planes of luma and chroma, valid as long as its decoder.
struct HEVCPicture {
    let parameters: SequenceParameters
    /// The first sample of each plane within the window, and bytes from a row to the next; one plane or three.
    private(set) var planes: [(base: UnsafeRawPointer, stride: Int)] = []
    /// What the parameter sets say of its colours.
    let color: CodePoints

    /// - Throws: ``DecodingError/corrupt(_:)`` if it is not what the parameter sets say.
    init(_ image: OpaquePointer, _ parameters: SequenceParameters) throws(DecodingError) {
        self.parameters = parameters
        color = CodePoints(
            primaries: Int(de265_get_image_colour_primaries(image)),
            transfer: Int(de265_get_image_transfer_characteristics(image)),
            matrix: Int(de265_get_image_matrix_coefficients(image)),
            isFullRange: de265_get_image_full_range_flag(image) != 0,
            format: "a HEIC"
        )
        let isExpected =
            Int(de265_get_image_width(image, 0)) == parameters.width
            && Int(de265_get_image_height(image, 0)) == parameters.height
            && Int(de265_get_chroma_format(image).rawValue) == parameters.chromaFormat
        guard isExpected else { throw .corrupt("a picture is not as large as stated") }
        // libde265 finds the window in bytes, which is wrong where samples have two.
        let isAtOrigin = parameters.window.left == 0 && parameters.window.top == 0
        guard isAtOrigin || max(parameters.lumaDepth, parameters.chromaDepth) == 8 else {
            throw .unsupported("a HEIC of more than 8 bits that begins within its blocks")
        }
        for channel in 0..<Int32(parameters.chromaFormat == 0 ? 1 : 3) {
            let depth = channel == 0 ? parameters.lumaDepth : parameters.chromaDepth
            var stride: Int32 = 0
            let plane = de265_get_image_plane(image, channel, &stride)
            guard let plane, Int(de265_get_bits_per_pixel(image, channel)) == depth else {
                throw .corrupt("a plane is not as stated")
            }
            planes.append((UnsafeRawPointer(plane), Int(stride)))
        }
    }
}
