import Foundation

@testable import Detection

/// The detector that all tests look with: loading takes longer than looking.
enum LoadedDetector {
    /// What `Deploy/lib/models.sh` wrote.
    static let folder =
        ProcessInfo.processInfo.environment["SNAPVEIL_MODELS"]
        ?? FileManager.default.currentDirectoryPath + "/.build-tools/models"

    private static let loaded = Result { () throws(DetectorError) in try Detector(models: folder) }

    /// - Throws: `DetectorError` if the models are not there.
    static func detector() throws -> Detector { try loaded.get() }
}
