import BoundedWork
import SecureMemory

/// Facts of a JPEG before its first scan, all left in the file, so that a million segments take no memory.
struct JPEGMetadata {
    private(set) var orientation = Orientation.up
    private var profileParts: [UInt8: UnsafeRawBufferPointer] = [:]
    private var profilePartCount: UInt8 = 0
    private var hasBrokenProfile = false

    /// Walks to the first scan of the whole file, which has to be valid as long as the metadata.
    init(_ bytes: UnsafeRawBufferPointer, _ cancellation: Cancellation) throws(DecodingError) {
        var markers = JPEGMarkers(bytes, cancellation)
        guard try markers.next().code == JPEGMarkers.startOfImage else { throw .corrupt("it does not start as a JPEG") }
        var hasEXIF = false
        while true {
            let segment = try markers.next()
            switch segment.code {
            case JPEGMarkers.startOfScan: return
            case JPEGMarkers.endOfImage: throw .corrupt("it has no scan")
            case JPEGMarkers.startOfImage: throw .corrupt("a second picture starts within the first")
            case JPEGMarkers.huffmanTables, JPEGMarkers.extensions, JPEGMarkers.arithmeticConditioning: break
            case JPEGMarkers.frames, JPEGMarkers.hierarchy: try Self.checkCoding(segment)
            case JPEGMarkers.exif where !hasEXIF:
                guard let block = segment.payload(behind: "Exif\0\0"), !block.isEmpty else { break }
                hasEXIF = true
                orientation = Orientation(exif: block.bindMemory(to: UInt8.self))
            case JPEGMarkers.profile: addProfilePart(segment)
            default: break
            }
        }
    }

    func colorReading(of model: ColorReading.Model) throws(OutOfMemory) -> ColorReading {
        guard let profile = try profile() else { return .unchanged(.sRGB) }
        return try ColorReading([.profile(profile)], of: model)
    }

    /// The ICC profile (ICC.1:2022, annex B.4); nil if there is none, or not all of it.
    private func profile() throws(OutOfMemory) -> SecureBytes? {
        guard profilePartCount > 0, profileParts.count == Int(profilePartCount), !hasBrokenProfile else { return nil }
        let parts = (1...profilePartCount).compactMap { profileParts[$0] }
        let count = parts.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        let allocation = try WipedAllocation(byteCount: count)
        var target = allocation.baseAddress
        for part in parts {
            UnsafeMutableRawBufferPointer(start: target, count: part.count).copyMemory(from: part)
            target += part.count
        }
        return SecureBytes(allocation, count: count)
    }

    private mutating func addProfilePart(_ segment: JPEGMarkers.Segment) {
        guard let part = segment.payload(behind: "ICC_PROFILE\0"), part.count >= 2 else { return }
        let (number, count) = (part[0], part[1])
        let isFirst = profileParts.isEmpty
        let fits = (isFirst || count == profilePartCount) && (1...max(count, 1)).contains(number)
        if !fits || profileParts[number] != nil { hasBrokenProfile = true }
        profilePartCount = count
        profileParts[number] = UnsafeRawBufferPointer(rebasing: part[2...])
    }

    /// Refuses codings that libjpeg does not read, or in which it takes damage for data, by their start of frame or of a hierarchy.
    private static func checkCoding(_ segment: JPEGMarkers.Segment) throws(DecodingError) {
        switch segment.code {
        case 0xC0...0xC2:
            guard segment.payload.first != 12 else { throw .unsupported("a 12-bit JPEG") }
        case 0xC3, 0xCB: throw .unsupported("a lossless JPEG")
        case 0xC9, 0xCA: throw .unsupported("an arithmetic-coded JPEG")
        default: throw .unsupported("a hierarchical JPEG")
        }
    }
}

extension JPEGMarkers.Segment {
    /// The content behind the name of an application at the start of the payload; nil if it is another's.
    fileprivate func payload(behind name: StaticString) -> UnsafeRawBufferPointer? {
        let name = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard payload.starts(with: name) else { return nil }
        return UnsafeRawBufferPointer(rebasing: payload[name.count...])
    }
}
