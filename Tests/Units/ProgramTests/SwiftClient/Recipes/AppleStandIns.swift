import Foundation
import Samples
import XCTest

// What the recipes use that there is on the systems of Apple alone, in the form in which Apple and swift-snapshot-testing
// document it.

/// A screen that shows the sample.
@MainActor
struct XCUIScreen {
    static let main = XCUIScreen()

    func screenshot() -> XCUIScreenshot {
        let file = (try? Sample.iosLogin.data) ?? Data()
        return XCUIScreenshot(pngRepresentation: file, image: UIImage(data: file, scale: 3) ?? UIImage())
    }
}

struct XCUIScreenshot {
    let pngRepresentation: Data
    let image: UIImage
}

/// An attachment that can be looked into.
final class XCTAttachment {
    enum Lifetime {
        case keepAlways, deleteOnSuccess
    }

    let data: Data
    let type: String
    var name: String?
    var lifetime = Lifetime.deleteOnSuccess

    init(data: Data, uniformTypeIdentifier: String) {
        (self.data, type) = (data, uniformTypeIdentifier)
    }

    init(string: String) {
        (data, type) = (Data(string.utf8), "public.plain-text")
    }
}

@MainActor
extension XCTestCase {
    private static var all: [(test: XCTestCase, attachment: XCTAttachment)] = []

    /// What was attached.
    var attachments: [XCTAttachment] { Self.all.filter { $0.test === self }.map(\.attachment) }

    func add(_ attachment: XCTAttachment) {
        Self.all.append((self, attachment))
    }
}

/// A picture that is its file.
struct UIImage: Equatable {
    private let file: Data?
    let scale: CGFloat

    init() {
        (file, scale) = (nil, 1)
    }

    init?(data: Data, scale: CGFloat) {
        (file, self.scale) = (data, scale)
    }

    func pngData() -> Data? { file }
}

struct Snapshotting<Value, Format> {
    var pathExtension: String?
    var diffing: Diffing<Format>
    var snapshot: (Value) -> Async<Format>

    init(pathExtension: String?, diffing: Diffing<Format>, asyncSnapshot: @escaping (_ value: Value) -> Async<Format>) {
        (self.pathExtension, self.diffing, snapshot) = (pathExtension, diffing, asyncSnapshot)
    }
}

struct Diffing<Value> {}

struct Async<Value> {
    let run: (@escaping (Value) -> Void) -> Void

    init(run: @escaping (_ callback: @escaping (Value) -> Void) -> Void) {
        self.run = run
    }
}
