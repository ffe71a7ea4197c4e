import CLittleCMS
import SecureMemory

final class ColorProfile {
    let context: ColorContext
    let handle: cmsHPROFILE

    /// Bytes of the largest profile. Profiles of printers come near it; profiles of displays have a few kilobytes.
    static let maximumSize = 1 << 20

    /// The profile of a file; nil for one that is malformed, too large, or describes no device.
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

    /// The profile of an RGB space with sensible chromaticities; nil for lack of memory.
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

    var model: cmsColorSpaceSignature { cmsGetColorSpace(handle) }

    static func statedSize(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
    }

    private static func xyY(_ point: SIMD2<Double>) -> cmsCIExyY {
        cmsCIExyY(x: point.x, y: point.y, Y: 1)
    }
}

extension ColorProfile {
    static func profile(of space: ColorSpace, in context: ColorContext) throws(OutOfMemory) -> ColorProfile {
        guard let profile = ColorProfile(space.chromaticities, curve: .sRGB, in: context) else {
            throw OutOfMemory.unknown
        }
        return profile
    }
}

extension ColorProfile {
    /// The space of the output, if any, that the profile is as good as: conversion moves no sample by more than ``tolerance``.
    func recognized() throws(OutOfMemory) -> ColorSpace? {
        guard model == cmsSigRgbData else { return nil }
        for space in ColorSpace.allCases where try isAsGoodAs(space) { return space }
        return nil
    }

    /// One step of 8 bits. Real profiles of one space differ by far less, through rounding; a plain gamma of 2.2 differs from the
    /// curve of sRGB by eight.
    static let tolerance = 1.0 / 255

    private func isAsGoodAs(_ space: ColorSpace) throws(OutOfMemory) -> Bool {
        let target = try Self.profile(of: space, in: context)
        guard let transform = ColorTransform(from: self, .rgbDouble, to: target, .rgbDouble) else { return false }
        var converted = Self.probes
        let count = converted.count / 3
        converted.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            transform.convert(start, to: start, count: count)
        }
        return zip(Self.probes, converted).allSatisfy { abs($0 - $1) <= Self.tolerance }
    }

    /// Every grey of 8 bits, then a lattice of colours.
    private static let probes: [Double] = {
        let greys = (0...255).flatMap { Array(repeating: Double($0) / 255, count: 3) }
        let levels = (0...4).map { Double($0) / 4 }
        return greys + levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
    }()
}

/// The table of tags of an ICC profile (ICC.1:2022, section 7.3), read for the cost of using the profile.
private struct ProfileTags {
    private let profile: UnsafeRawBufferPointer

    init(_ profile: UnsafeRawBufferPointer) {
        self.profile = profile
    }

    private static let headerByteCount = 128
    private static let entryByteCount = 12
    /// Profiles of displays have about 20.
    private static let maximumCount = 100
    /// A chain of elements, which Little CMS goes through for every colour: few bytes can state any number, because elements may
    /// share theirs. Profiles that have one have plain tags besides.
    private static let chainOfElements: UInt32 = 0x6D70_6574  // mpet

    /// Whether no tag lets a small profile ask for a large amount of work or memory. A table that is cut off has none.
    var areBounded: Bool {
        guard let count = integer(at: Self.headerByteCount), count <= Self.maximumCount else { return false }
        return (0..<Int(count)).allSatisfy { index in
            let entry = Self.headerByteCount + 4 + index * Self.entryByteCount
            guard let offset = integer(at: entry + 4), let type = integer(at: Int(offset)) else { return false }
            return type != Self.chainOfElements
        }
    }

    private func integer(at offset: Int) -> UInt32? {
        guard offset <= profile.count - 4 else { return nil }
        return UInt32(bigEndian: profile.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
