import SnapveilClient
import XCTest

/// A test that attaches what the screen shows without what is sensitive: when it likes, and when it fails.
@MainActor
class SanitizedTestCase: XCTestCase {
    var snapveil = SnapveilClient()

    /// Attaches the screen, or the reason why that cannot be.
    func attachScreen(_ name: String, policy: SnapveilClient.Policy = "privacy-screen") async {
        let screenshot = XCUIScreen.main.screenshot()
        let attachment: XCTAttachment
        do {
            let scale = Double(screenshot.image.scale)
            let safe = try await snapveil.sanitize(screenshot.pngRepresentation, policy: policy, scale: scale)
            attachment = XCTAttachment(data: safe.image, uniformTypeIdentifier: "public.png")
        } catch {
            attachment = XCTAttachment(string: "\(error)")
        }
        attachment.name = name
        attachment.lifetime = .keepAlways
        add(attachment)
    }

    override func tearDown() async throws {
        if (testRun?.totalFailureCount ?? 0) > 0 { await attachScreen("failure") }
    }
}
