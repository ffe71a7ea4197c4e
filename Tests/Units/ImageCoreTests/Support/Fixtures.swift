import Foundation
import Testing

@testable import ImageFixtures

/// A file that a script in the folder `Fixtures` made.
///
/// - Parameter path: Below that folder.
func fixtureFile(_ path: String) throws -> [UInt8] {
    let folder = try #require(Bundle.module.resourceURL).appending(path: "Fixtures")
    return try Array(Data(contentsOf: folder.appending(path: path)))
}

extension Picture {
    /// The picture that a reference decoder read in a file that a script made.
    ///
    /// - Parameter path: The file, with the picture beside it as a PNG.
    static func reference(_ path: String) throws -> Picture {
        let name = path.split(separator: ".").dropLast().joined(separator: ".")
        return try Decoded(fixtureFile("\(name).png")).picture
    }
}
