import CLibDE265
import SecureMemory

/// The memory for samples of libde265, wiped when it is given back, and no more than the parameter sets ask for.
final class HEVCRoom {
    private let parameters: SequenceParameters
    private(set) var isOutOfMemory = false

    /// libde265 reads some bytes beyond the last row.
    private static let surplus = 64

    init(_ parameters: SequenceParameters) {
        self.parameters = parameters
    }

    private final class Plane {
        let memory: WipedAllocation

        init(byteCount: Int) throws(OutOfMemory) {
            memory = try WipedAllocation(byteCount: byteCount)
            // A picture with missing slices shows nothing of earlier ones.
            memory.baseAddress.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        }
    }

    static let functions = de265_image_allocation(
        get_buffer: { _, specification, image, room in
            guard let specification, let image, let room else { return 0 }
            let owner = Unmanaged<HEVCRoom>.fromOpaque(room).takeUnretainedValue()
            return owner.provide(specification.pointee, to: image) ? 1 : 0
        },
        release_buffer: { _, image, _ in
            guard let image else { return }
            for channel in 0..<Int32(3) {
                guard let plane = de265_get_image_plane_user_data(image, channel) else { continue }
                Unmanaged<Plane>.fromOpaque(plane).release()
            }
        }
    )

    private func provide(_ specification: de265_image_spec, to image: OpaquePointer) -> Bool {
        let (width, height) = (Int(specification.width), Int(specification.height))
        let isExpected = width == parameters.codedWidth && height == parameters.codedHeight
        guard isExpected, specification.alignment > 0 else { return false }
        let format = de265_get_chroma_format(image)
        let channels: Range<Int32> = 0..<(format == de265_chroma_mono ? 1 : 3)
        var planes: [(Plane, stride: Int)] = []
        for channel in channels {
            let alignment = Int(specification.alignment)
            let across = channel == 0 ? parameters.codedWidth : parameters.codedWidth / parameters.columnsPerSample
            let down = channel == 0 ? parameters.codedHeight : parameters.codedHeight / parameters.rowsPerSample
            let depth = channel == 0 ? parameters.lumaDepth : parameters.chromaDepth
            let stride = (across + alignment - 1) / alignment * alignment * ((depth + 7) / 8)
            guard let plane = try? Plane(byteCount: stride * down + Self.surplus) else {
                isOutOfMemory = true
                return false
            }
            planes.append((plane, stride))
        }
        for channel in 0..<3 {
            let plane = channel < planes.count ? planes[channel] : nil
            de265_set_image_plane(
                image,
                Int32(channel),
                plane?.0.memory.baseAddress,
                Int32(clamping: plane?.stride ?? 0),
                plane.map { Unmanaged.passRetained($0.0).toOpaque() }
            )
        }
        return true
    }
}
