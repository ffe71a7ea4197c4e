import SnapveilClient
import XCTest

extension Snapshotting where Format == UIImage {
    /// The same strategy with sanitised pictures: as references, in failures and in differences.
    func sanitized(by snapveil: SnapveilClient, policy: SnapveilClient.Policy) -> Snapshotting {
        let raw = snapshot
        return Snapshotting(pathExtension: pathExtension, diffing: diffing) { value in
            Async { callback in
                // It is called once, by one task.
                nonisolated(unsafe) let callback = callback
                raw(value).run { image in
                    let (file, scale) = (image.pngData() ?? Data(), image.scale)
                    Task { @MainActor in
                        do {
                            let safe = try await snapveil.sanitize(file, policy: policy, scale: Double(scale))
                            callback(UIImage(data: safe.image, scale: scale) ?? UIImage())
                        } catch {
                            XCTFail("\(error)")
                            callback(UIImage())
                        }
                    }
                }
            }
        }
    }
}
