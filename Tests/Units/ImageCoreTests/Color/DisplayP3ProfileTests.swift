import CLittleCMS
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("The profile that is written is Display P3")
struct DisplayP3ProfileTests {
    @Test("its colorants are the published ones within 1e-4")
    func colorants() throws {
        let published: [(cmsTagSignature, [Double])] = [
            (cmsSigRedColorantTag, [0.51512, 0.24120, -0.00105]),
            (cmsSigGreenColorantTag, [0.29198, 0.69225, 0.04189]),
            (cmsSigBlueColorantTag, [0.15710, 0.06657, 0.78407]),
            (cmsSigMediaWhitePointTag, [0.9642, 1, 0.8249]),
        ]
        try withProfile { profile in
            for (tag, expected) in published {
                let value = try #require(cmsReadTag(profile, tag)).load(as: cmsCIEXYZ.self)
                for (number, wanted) in zip([value.X, value.Y, value.Z], expected) {
                    #expect(abs(number - wanted) < 1e-4, "\(tag)")
                }
            }
        }
    }

    @Test("its curves are that of sRGB")
    func curves() throws {
        try withProfile { profile in
            for tag in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
                let curve = OpaquePointer(try #require(cmsReadTag(profile, tag)))
                // Of IEC 61966-2-1: 0.5 is 0.21404, and 0.02 lies on the straight part.
                #expect(abs(cmsEvalToneCurveFloat(curve, 0.5) - 0.21404) < 1e-4)
                #expect(abs(cmsEvalToneCurveFloat(curve, 0.02) - 0.02 / 12.92) < 1e-5)
                #expect(cmsEvalToneCurveFloat(curve, 1) == 1)
            }
        }
    }

    @Test("white is D65 before adaptation, as the chromatic adaptation tag undoes it")
    func adaptation() throws {
        try withProfile { profile in
            let tag = try #require(cmsReadTag(profile, cmsSigChromaticAdaptationTag))
            let rows = Array(UnsafeBufferPointer(start: tag.assumingMemoryBound(to: Double.self), count: 9))
            let white = [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290]
            for (row, wanted) in [0.9642, 1, 0.8249].enumerated() {
                let adapted = (0..<3).map { rows[row * 3 + $0] * white[$0] }.reduce(0, +)
                #expect(abs(adapted - wanted) < 1e-4)
            }
        }
    }

    @Test("it is small, complete and says nothing but its own name")
    func frame() throws {
        let bytes = DisplayP3Profile.bytes
        #expect(bytes.count < 600 && bytes.count % 4 == 0)
        #expect(bytes[0..<4].elementsEqual(bigEndian(UInt32(bytes.count))))
        #expect(bytes[12..<24].elementsEqual("mntrRGB XYZ ".utf8))
        #expect(bytes[24..<36].elementsEqual([0x07, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]))
        #expect(bytes.contains(text: "Display P3", wide: true))
        try withProfile { profile in
            #expect(cmsGetProfileVersion(profile) == 4.4)
            #expect(cmsIsMatrixShaper(profile) != 0)
        }
    }

    private func withProfile(_ body: (cmsHPROFILE) throws -> Void) throws {
        let bytes = DisplayP3Profile.bytes
        let profile = try #require(cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)))
        defer { cmsCloseProfile(profile) }
        try body(profile)
    }
}
