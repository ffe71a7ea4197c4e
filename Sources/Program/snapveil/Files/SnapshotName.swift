import Foundation

/// What systems tell of a snapshot by the name of its file.
struct SnapshotName {
    /// Pixels for each point, as in `0A1B@3x.ktx` and `0A1B@2x~ipad.ktx`; nil if it does not say.
    let scale: Double?

    /// - Parameter path: That of the file.
    init(_ path: String) {
        let name = path.split(separator: "/").last ?? ""
        scale = name.wholeMatch(of: #/.*@([1-4])x(~[a-z]+)?(\.[^.]*)?/#).flatMap { Double($0.1) }
    }
}
