import Foundation
import Samples
import SnapveilClient
import Testing

@Suite("The recipes in Swift")
struct RecipeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()

    @Test(
        "are in the documentation as they are tried here",
        arguments: ["SanitizedTestCase", "Snapshotting+Sanitized"]
    )
    func documentation(file: String) throws {
        let recipe = try String(contentsOf: Self.root.appending(path: "Recipes/\(file).swift"), encoding: .utf8)
        let page = try String(
            contentsOf: Self.root.appending(path: "../../../../Sources/Program/snapveil/Snapveil.docc/Swift.md"),
            encoding: .utf8
        )
        // There are no modules of Apple here to import.
        let blocks = page.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first }
        #expect(blocks.map(Self.code).contains(Self.code(recipe[...])))
    }

    private static func code(_ text: Substring) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix("import ") }
    }

    @Test("attach a picture that is sanitised, in tests that fail, too")
    @MainActor
    func attachments() async throws {
        let server = try ServerProcess([])
        let test = SanitizedTestCase(name: "test") { _ in }
        test.snapveil = client(port: server.port)
        await test.attachScreen("login")
        let attachment = try #require(test.attachments.first)
        #expect(attachment.type == "public.png" && attachment.lifetime == .keepAlways && attachment.name == "login")
        let safe = try await test.snapveil.sanitize(Sample.iosLogin.data, policy: "privacy-screen", scale: 3)
        #expect(attachment.data == safe.image && safe.receipt.assurance == .erased)
    }

    @Test("attach the reason where there is no sanitised picture")
    @MainActor
    func failures() async throws {
        let stub = try StubServer(["502 Bad Gateway"])
        let test = SanitizedTestCase(name: "test") { _ in }
        test.snapveil = client(port: stub.port)
        await test.attachScreen("login")
        let attachment = try #require(test.attachments.first)
        #expect(test.attachments.count == 1 && attachment.type == "public.plain-text")
        #expect(String(decoding: attachment.data, as: UTF8.self).contains("502"))
    }

    @Test("compare pictures that are sanitised")
    func snapshots() async throws {
        let server = try ServerProcess([])
        let snapveil = client(port: server.port)
        let image = try #require(UIImage(data: Sample.iosLogin.data, scale: 3))
        let raw = Snapshotting<UIImage, UIImage>(pathExtension: "png", diffing: Diffing()) { image in
            Async { $0(image) }
        }
        let strategy = raw.sanitized(by: snapveil, policy: "privacy-screen")
        #expect(strategy.pathExtension == "png")
        let safe = try await snapveil.sanitize(Sample.iosLogin.data, policy: "privacy-screen", scale: 3)
        #expect(await Self.result(of: strategy, image) == UIImage(data: safe.image, scale: 3))
        let stub = try StubServer(["502 Bad Gateway"])
        let failing = raw.sanitized(by: client(port: stub.port), policy: "privacy-screen")
        #expect(await Self.result(of: failing, image) == UIImage())
    }

    private static func result(of strategy: Snapshotting<UIImage, UIImage>, _ image: UIImage) async -> UIImage {
        await withCheckedContinuation { continuation in
            strategy.snapshot(image).run { continuation.resume(returning: $0) }
        }
    }

    private func client(port: Int) -> SnapveilClient {
        SnapveilClient(url: URL(string: "http://127.0.0.1:\(port)"))
    }
}
