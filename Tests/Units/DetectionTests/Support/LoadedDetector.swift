import Samples

@testable import Detection

/// The detector that all tests look with: loading takes longer than looking.
enum LoadedDetector {
    private static let loaded = Result { () throws(DetectorError) in try Detector(models: Models.directory) }

    /// - Throws: `DetectorError` if the models are not there.
    static func detector() throws -> Detector { try loaded.get() }
}
