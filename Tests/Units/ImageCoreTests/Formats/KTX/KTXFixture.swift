import Foundation
import SecureMemory

@testable import ImageCore
@testable import ImageFixtures

/// What `Fixtures/KTX/make.py` made by other programs.
enum KTXFixture {
    /// The bytes of a file.
    static func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: Bundle.module.bundleURL.appending(path: "Fixtures/KTX/\(name)")))
    }

    /// The picture of all files, as astcenc decodes its blocks.
    static func picture(_ profile: ASTCProfile) throws -> Picture {
        try Picture(width: 135, height: 41, channels: 4, samples: bytes("picture-\(profile.rawValue).rgba"))
            .withoutInvisibleColor
    }
}

extension Picture {
    /// The picture with `0, 0, 0, 0` wherever alpha is 0.
    var withoutInvisibleColor: Picture {
        guard channels == 4 else { return self }
        var result = self
        for start in stride(from: 0, to: samples.count, by: 4) where samples[start + 3] == 0 {
            result.samples.replaceSubrange(start..<start + 4, with: [0, 0, 0, 0])
        }
        return result
    }

    /// The picture without alpha.
    var opaque: Picture {
        Picture(width: width, height: height, channels: 3) { x, y, channel in self[x, y][channel] }
    }
}
