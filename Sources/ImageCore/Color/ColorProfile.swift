import CLittleCMS
import SecureMemory

/// A profile that Little CMS has opened.
final class ColorProfile {
    let context: ColorContext
    let handle: cmsHPROFILE

    /// Most bytes of a profile that is read. Those of printers with many tables come near it; those of displays have a
    /// few kilobytes.
    static let maximumSize = 1 << 20

    /// Opens the profile of a file; nil for one that is malformed, too large, or describes no device.
    init?(_ bytes: UnsafeRawBufferPointer, in context: ColorContext) {
        guard bytes.count <= Self.maximumSize, let size = Self.statedSize(bytes), size <= bytes.count,
            ProfileTags(bytes).areBounded,
            let handle = cmsOpenProfileFromMemTHR(context.pointer, bytes.baseAddress, cmsUInt32Number(size))
        else { return nil }
        self.context = context
        self.handle = handle
        let deviceClasses = [cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass]
        guard deviceClasses.contains(cmsGetDeviceClass(handle)) else { return nil }
    }

    /// The profile of an RGB space; nil for lack of memory.
    ///
    /// - Parameter chromaticities: Sensible ones.
    init?(_ chromaticities: Chromaticities, curve: ToneCurve, in context: ColorContext) {
        guard let curve = curve.make(in: context) else { return nil }
        defer { cmsFreeToneCurve(curve) }
        var white = Self.xyY(chromaticities.white)
        var primaries = cmsCIExyYTRIPLE(
            Red: Self.xyY(chromaticities.red),
            Green: Self.xyY(chromaticities.green),
            Blue: Self.xyY(chromaticities.blue)
        )
        let curves: [OpaquePointer?] = [curve, curve, curve]
        guard let handle = cmsCreateRGBProfileTHR(context.pointer, &white, &primaries, curves) else { return nil }
        self.context = context
        self.handle = handle
    }

    deinit {
        cmsCloseProfile(handle)
    }

    /// What the profile's device speaks.
    var model: cmsColorSpaceSignature { cmsGetColorSpace(handle) }

    /// The size that the header of a profile states, in bytes; nil if there is no header.
    static func statedSize(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
    }

    private static func xyY(_ point: SIMD2<Double>) -> cmsCIExyY {
        cmsCIExyY(x: point.x, y: point.y, Y: 1)
    }
}

extension ColorProfile {
    /// The profile of a space that the output can have.
    ///
    /// - Throws: ``OutOfMemory``.
    static func profile(of space: ColorSpace, in context: ColorContext) throws(OutOfMemory) -> ColorProfile {
        guard let profile = ColorProfile(space.chromaticities, curve: .sRGB, in: context) else {
            throw OutOfMemory.unknown
        }
        return profile
    }
}
