import CLittleCMS
import Testing

@testable import ImageFixtures

/// ICC profiles made by Little CMS.
struct SampleProfile: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    /// The curve of an RGB or grey profile.
    enum Curve {
        case gamma(Double)
        case sRGB
        /// That of sRGB as a table of this many entries.
        case table(Int)
    }

    /// White, red, green and blue as x and y.
    typealias Primaries = [(Double, Double)]

    static let d65 = (0.3127, 0.3290)
    static let standardPrimaries: Primaries = [d65, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]
    static let displayP3Primaries: Primaries = [d65, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]

    /// - Parameters:
    ///   - name: Its description, which holds text of the sender.
    ///   - version: 2.1 to 4.4.
    static func rgb(
        _ name: String,
        _ primaries: Primaries,
        _ curve: Curve,
        version: Double = 4.3
    ) throws -> SampleProfile {
        let points = primaries.map { cmsCIExyY(x: $0.0, y: $0.1, Y: 1) }
        var white = points[0]
        var triple = cmsCIExyYTRIPLE(Red: points[1], Green: points[2], Blue: points[3])
        let curve = try curve.make()
        defer { cmsFreeToneCurve(curve) }
        let profile = cmsCreateRGBProfile(&white, &triple, [curve, curve, curve])
        return try save(try #require(profile), name, version: version)
    }

    static func grey(_ name: String, _ curve: Curve) throws -> SampleProfile {
        let curve = try curve.make()
        defer { cmsFreeToneCurve(curve) }
        return try save(try #require(cmsCreateGrayProfile(cmsD50_xyY(), curve)), name, version: 4.3)
    }

    /// A press whose inks leave CIE L*, a*, b* that are linear in them.
    static func cmyk(_ name: String) throws -> SampleProfile {
        let profile = try #require(cmsCreateProfilePlaceholder(nil))
        cmsSetProfileVersion(profile, 2.1)
        cmsSetDeviceClass(profile, cmsSigOutputClass)
        cmsSetColorSpace(profile, cmsSigCmykData)
        cmsSetPCS(profile, cmsSigLabData)
        let table = cmsStageAllocCLut16bit(nil, 2, 4, 3, nil)
        let sampled = cmsStageSampleCLut16bit(table, sampleInks, nil, 0)
        #expect(sampled != 0)
        let pipeline = cmsPipelineAlloc(nil, 4, 3)
        defer { cmsPipelineFree(pipeline) }
        cmsPipelineInsertStage(pipeline, cmsAT_BEGIN, table)
        cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline))
        cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ())
        return try save(profile, name, version: 2.1)
    }

    private static func save(_ profile: cmsHPROFILE, _ name: String, version: Double) throws -> SampleProfile {
        defer { cmsCloseProfile(profile) }
        cmsSetProfileVersion(profile, version)
        let text = cmsMLUalloc(nil, 1)
        defer { cmsMLUfree(text) }
        cmsMLUsetASCII(text, "en", "US", name)
        cmsWriteTag(profile, cmsSigProfileDescriptionTag, UnsafeRawPointer(text))
        var count: cmsUInt32Number = 0
        cmsSaveProfileToMem(profile, nil, &count)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        try #require(cmsSaveProfileToMem(profile, &bytes, &count) != 0)
        return SampleProfile(testDescription: name, bytes: bytes)
    }
}

/// L* from 95 for paper to 5 for all inks; cyan and magenta pull a*, yellow and cyan b*.
private func sampleInks(
    input: UnsafePointer<cmsUInt16Number>?,
    output: UnsafeMutablePointer<cmsUInt16Number>?,
    cargo: UnsafeMutableRawPointer?
) -> cmsInt32Number {
    guard let input, let output else { return 0 }
    let inks = (0..<4).map { Double(input[$0]) / 65_535 }
    let light = max(0, 1 - (inks[0] + inks[1] + inks[2]) / 4) * (1 - inks[3])
    var lab = cmsCIELab(
        L: 5 + 90 * light,
        a: 50 * (inks[1] - inks[0]) * light,
        b: 50 * (inks[2] - inks[0]) * light
    )
    cmsFloat2LabEncodedV2(output, &lab)
    return 1
}

extension SampleProfile.Curve {
    fileprivate func make() throws -> OpaquePointer {
        let standard = try #require(
            cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
        )
        switch self {
        case .sRGB: return standard
        case .gamma(let exponent):
            cmsFreeToneCurve(standard)
            return try #require(cmsBuildGamma(nil, exponent))
        case .table(let count):
            defer { cmsFreeToneCurve(standard) }
            let entries = (0..<count).map { index in
                cmsUInt16Number((65_535 * cmsEvalToneCurveFloat(standard, Float(index) / Float(count - 1))).rounded())
            }
            return try #require(cmsBuildTabulatedToneCurve16(nil, cmsUInt32Number(count), entries))
        }
    }
}

extension SampleProfile {
    /// The profile with D65 as its media white, which many state although all their numbers are for D50.
    func statingD65() throws -> SampleProfile {
        var bytes = bytes
        let entry = try #require(bytes.indices.first { bytes[$0...].starts(with: "wtpt".utf8) })
        let offset = bytes[entry + 4..<entry + 8].reduce(0) { $0 << 8 | Int($1) }
        let white = [0.9505, 1, 1.089].flatMap { bigEndian(UInt32($0 * 65_536)) }
        bytes.replaceSubrange(offset + 8..<offset + 20, with: white)
        return SampleProfile(testDescription: testDescription, bytes: bytes)
    }

    static func adobeRGB(_ name: String = "AdobeRGB") throws -> SampleProfile {
        try rgb(name, [d65, (0.64, 0.33), (0.21, 0.71), (0.15, 0.06)], .gamma(2.199_218_75))
    }

    static func proPhoto() throws -> SampleProfile {
        try rgb("ProPhoto", [(0.3457, 0.3585), (0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001)], .gamma(1.8))
    }

    static func displayP3(_ name: String = "Display P3") throws -> SampleProfile {
        try rgb(name, displayP3Primaries, .sRGB)
    }

    static func sRGB(_ name: String = "sRGB") throws -> SampleProfile {
        try rgb(name, standardPrimaries, .sRGB)
    }
}

extension SampleProfile {
    /// The profile with one tag more.
    func adding(_ name: String, _ data: [UInt8]) -> SampleProfile {
        func integer(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let count = integer(at: 128)
        var result = Array(bytes[..<128])
        result += bigEndian(UInt32(count + 1))
        for entry in stride(from: 132, to: 132 + 12 * count, by: 12) {
            result += bytes[entry..<entry + 4]
            // The table grows by an entry, which all that follows it moves back for.
            result += bigEndian(UInt32(integer(at: entry + 4) + 12))
            result += bytes[entry + 8..<entry + 12]
        }
        result += Array(name.utf8)
        result += bigEndian(UInt32(bytes.count + 12))
        result += bigEndian(UInt32(data.count))
        result += bytes[(132 + 12 * count)...]
        result += data
        result.replaceSubrange(0..<4, with: bigEndian(UInt32(result.count)))
        return SampleProfile(testDescription: "\(testDescription) with \(name)", bytes: result)
    }

    /// A chain of elements that all are the same matrix, which changes nothing (ICC.1:2022, section 10.16).
    static func chain(ofMatrices count: Int) -> [UInt8] {
        let threeChannels: [UInt8] = [0, 3, 0, 3]
        var matrix = Array("matf".utf8) + bigEndian(0) + threeChannels
        for index in 0..<12 { matrix += bigEndian(index < 9 && index % 4 == 0 ? Float(1).bitPattern : 0) }
        var chain = Array("mpet".utf8) + bigEndian(0) + threeChannels + bigEndian(UInt32(count))
        for _ in 0..<count { chain += bigEndian(UInt32(16 + 8 * count)) + bigEndian(UInt32(matrix.count)) }
        return chain + matrix
    }
}
