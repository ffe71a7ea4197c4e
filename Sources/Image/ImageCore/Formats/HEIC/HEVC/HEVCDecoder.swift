import BoundedWork
import CLibDE265
import SecureMemory

/// Decoder of one picture of HEVC through libde265, on the calling thread.
///
/// A warning of libde265 is an error, because the picture then shows something else. The memory for samples is wiped, as
/// is all that libde265 frees.
final class HEVCDecoder {
    private let context: UnsafeMutableRawPointer
    private let room: HEVCRoom

    /// Bound on units of a picture, each of which may be a slice of a row of blocks.
    private static let maximumUnitCount = 4096

    init(_ parameters: SequenceParameters) throws(DecodingError) {
        guard let context = de265_new_decoder() else { throw .codecOutOfMemory }
        self.context = context
        room = HEVCRoom(parameters)
        var functions = HEVCRoom.functions
        de265_set_image_allocation_functions(context, &functions, Unmanaged.passUnretained(room).toOpaque())
        de265_set_verbosity(0)
    }

    deinit {
        de265_free_decoder(context)
    }

    /// Decodes the only picture of units that each stand behind their length; it is valid as long as the decoder.
    func decode(
        _ data: UnsafeRawBufferPointer,
        _ configuration: HEVCConfiguration,
        _ cancellation: Cancellation
    ) throws(DecodingError) -> HEVCPicture {
        for unit in configuration.units { try push(unit) }
        try run(cancellation)
        var reader = BigEndianReader(data)
        var (unitCount, pictureCount) = (0, 0)
        while !reader.isAtEnd {
            guard !cancellation.isCancelled else { throw .cancelled }
            unitCount += 1
            guard unitCount <= Self.maximumUnitCount else { throw .corrupt("a picture has too many units") }
            let unit = try reader.take(reader.integer(configuration.lengthSize))
            guard try isSlice(unit, configuration) else { continue }
            // The first bit behind the header marks the first slice of a picture.
            if unit[2] & 0x80 != 0 { pictureCount += 1 }
            guard pictureCount == 1 else { throw .corrupt("an item is not one picture") }
            try push(unit)
            try run(cancellation)
        }
        try check(de265_flush_data(context))
        try run(cancellation)
        guard let image = de265_get_next_picture(context) else { throw .corrupt("an item has no picture") }
        return try HEVCPicture(image, configuration.parameters)
    }

    /// Whether a unit is a slice of a picture that needs no other (ITU-T H.265, table 7-1). Descriptive units are passed over.
    private func isSlice(
        _ unit: UnsafeRawBufferPointer,
        _ configuration: HEVCConfiguration
    ) throws(DecodingError) -> Bool {
        guard let type = HEVCConfiguration.type(of: unit) else { throw .corrupt("a unit has no header") }
        switch type {
        case 16...21:
            guard unit.count > 2 else { throw .corrupt("a slice is empty") }
            return true
        case 35...40: return false
        case _ where HEVCConfiguration.setTypes.contains(type):
            let isKnown = configuration.units.contains { $0.elementsEqual(unit) }
            guard isKnown else { throw .unsupported("a HEIC with parameter sets between its slices") }
            return false
        case 0...31: throw .corrupt("a picture depends on another picture")
        default: return false
        }
    }

    private func push(_ unit: UnsafeRawBufferPointer) throws(DecodingError) {
        try check(de265_push_NAL(context, unit.baseAddress, Int32(clamping: unit.count), 0, nil))
    }

    /// Decodes the pushed units, until there is a picture or nothing is left to decode.
    private func run(_ cancellation: Cancellation) throws(DecodingError) {
        var more: Int32 = 1
        while more != 0, de265_peek_next_picture(context) == nil {
            guard !cancellation.isCancelled else { throw .cancelled }
            let error = de265_decode(context, &more)
            if error == DE265_ERROR_WAITING_FOR_INPUT_DATA { break }
            try check(error)
            let warning = de265_get_warning(context)
            try check(warning)
        }
    }

    private func check(_ error: de265_error) throws(DecodingError) {
        guard error != DE265_OK else { return }
        if room.isOutOfMemory { throw .codecOutOfMemory }
        throw .corrupt("libde265: \(String(cString: de265_get_error_text(error)))")
    }
}
