import Foundation

/// A scene of an app, as the folders tell it in which iOS keeps the snapshots of apps in the background.
///
/// They are `Library/SplashBoard/Snapshots` in the container of an app, with a folder for each scene or group of scenes, and up
/// to iOS 12 `Library/Caches/Snapshots` with a folder for each app.
struct SnapshotScene: Hashable, Sendable, Encodable {
    /// The identifier of the app's bundle.
    let app: String
    /// The scene, or group of scenes; nil for a folder that stands for the app.
    let scene: String?

    /// - Parameter path: That of a snapshot; nil is returned for one that lies elsewhere.
    init?(ofSnapshotAt path: String) {
        let folders = path.split(separator: "/").dropLast()
        guard
            let snapshots = folders.lastIndex(of: "Snapshots"), snapshots > folders.startIndex,
            ["SplashBoard", "Caches"].contains(folders[snapshots - 1]), folders.indices.contains(snapshots + 1)
        else { return nil }
        self.init(folder: String(folders[snapshots + 1]))
    }

    /// - Parameter folder: `sceneID:APP-SCENE`, `APP - {GROUP}` or `APP`. A tool that unpacked it may have written the colon
    ///   otherwise.
    private init(folder: String) {
        if let match = folder.wholeMatch(of: #/(.+) - \{(.+)\}/#) {
            (app, scene) = (String(match.1), String(match.2))
        } else if let match = folder.wholeMatch(of: #/sceneID[^A-Za-z0-9]?(.+)/#) {
            // An identifier may have hyphens itself, and the name of a scene that is a UUID has.
            let known = #/(.+?)-(default|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[^-]+)/#
            let parts = match.1.wholeMatch(of: known)
            (app, scene) = (String(parts?.1 ?? match.1), parts.map { String($0.2) })
        } else {
            (app, scene) = (folder, nil)
        }
    }

    /// Both for a person.
    var words: String { app + (scene.map { ", scene \($0)" } ?? "") }
}
