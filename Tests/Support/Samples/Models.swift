import Foundation

/// The models that tests look at pictures with.
package enum Models {
    /// Where `Deploy/lib/models.sh` put them.
    package static let directory =
        ProcessInfo.processInfo.environment["SNAPVEIL_MODELS"]
        ?? FileManager.default.currentDirectoryPath + "/.build-tools/models"
}
