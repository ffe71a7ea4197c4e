import ImageCore
import SecureMemory
import Testing

@testable import ImageFixtures
@testable import Redaction

@Suite("Pictures of the server cover as those that are sent do, and are kept scaled")
struct AssetStoreTests {
    private static let style =
        ##"{ "image": { "asset": "a", "contentMode": "aspectFit", "background": "#246" } }"##
    private static let regions = #"""
        { "rules": [
          { "target": { "region": { "x": 2, "y": 3, "width": 30, "height": 11 } }, "style": STYLE },
          { "target": { "region": { "x": 40, "y": 3, "width": 9, "height": 30 } }, "style": STYLE },
          { "target": { "region": { "x": 2, "y": 20, "width": 30, "height": 11 } }, "style": STYLE } ],
          "keep": KEEP }
        """#
    private static let screen = #"{ "rules": [ { "target": "screen", "style": STYLE } ] }"#

    @Test("the bytes are those of the same picture sent along, the first time and later", arguments: [regions, screen])
    func sameBytes(policy: String) throws {
        let asset = try file(seed: 1, width: 23, height: 17, channels: 4)
        let store = AssetStore(["a": try StoredAsset(asset)])
        for channels in [3, 4] {
            let snapshot = try file(seed: 2, width: 60, height: 40, channels: channels)
            let sent = try Redactor().redact(
                RedactionRequest(snapshot, policy: self.policy(policy), assets: ["a": asset])
            )
            for _ in 0..<2 {
                let stored = try Redactor().redact(
                    RedactionRequest(snapshot, policy: self.policy(policy), store: store)
                )
                #expect(stored.image == sent.image)
                #expect(stored.receipt == sent.receipt)
            }
        }
        #expect(store.overlays.count == (policy == Self.screen ? 1 : 2))
    }

    @Test("the same holds on a JPEG")
    func jpeg() throws {
        let asset = try file(seed: 1, width: 23, height: 17, channels: 3)
        let store = AssetStore(["a": try StoredAsset(asset)])
        let picture = Picture.noise(64, 48, channels: 3, seed: 2)
        let snapshot = try SecureBytes(copying: JPEGFixture(width: 64, height: 48).encode(picture))
        let sent = try Redactor().redact(
            RedactionRequest(snapshot, policy: policy(Self.regions, keep: 40), assets: ["a": asset])
        )
        for _ in 0..<2 {
            let stored = try Redactor().redact(
                RedactionRequest(snapshot, policy: policy(Self.regions, keep: 40), store: store)
            )
            #expect(stored.image == sent.image)
        }
    }

    @Test("a picture that is sent goes before the server's of the same name, and is not kept")
    func precedence() throws {
        let (stored, sent) = (try file(seed: 1), try file(seed: 2))
        let store = AssetStore(["a": try StoredAsset(stored)])
        let snapshot = try file(seed: 3)
        let covers = CoverCache()
        let policy = try policy(Self.screen)
        let result = try Redactor(covers: covers).redact(
            RedactionRequest(snapshot, policy: policy, assets: ["a": sent], store: store)
        )
        #expect(
            result.image
                == (try Redactor().redact(RedactionRequest(snapshot, policy: policy, assets: ["a": sent])).image)
        )
        #expect(store.overlays.count == 0)
        let other = try Redactor(covers: covers).redact(RedactionRequest(snapshot, policy: policy, store: store))
        #expect(
            other.image
                == (try Redactor().redact(RedactionRequest(snapshot, policy: policy, assets: ["a": stored])).image)
        )
    }

    @Test("a cover that is ready is not that of another picture that had the name before")
    func replacement() throws {
        let covers = CoverCache()
        let snapshot = try file(seed: 3)
        let policy = try policy(Self.screen)
        let images = try [UInt64(1), 2].map { seed in
            let store = AssetStore(["a": try StoredAsset(try file(seed: seed))])
            return try Redactor(covers: covers).redact(RedactionRequest(snapshot, policy: policy, store: store)).image
        }
        #expect(images[0] != images[1])
    }

    @Test("what is kept is bounded, and what was not asked for the longest goes first")
    func bound() throws {
        // Rows of 20 pixels take 64 bytes.
        let store = AssetStore(["a": try StoredAsset(file(seed: 1))], capacity: 64 * 40)
        let (small, other, large) = (
            try file(seed: 3, height: 12), try file(seed: 3, height: 20), try file(seed: 3, height: 21)
        )
        let policy = try policy(Self.screen)
        for (snapshot, count) in [(small, 1), (other, 2), (large, 2), (small, 2), (try file(seed: 3, height: 10), 2)] {
            _ = try Redactor().redact(RedactionRequest(snapshot, policy: policy, store: store))
            #expect(store.overlays.count == count)
        }
        #expect(store.overlays.sizes.map(\.height) == [12, 10])
    }

    @Test("a file that does not decode is no picture of the server")
    func broken() throws {
        let bytes = try file(seed: 1)
        #expect(throws: DecodingError.self) { try StoredAsset(bytes[0..<bytes.count / 2]) }
        #expect(throws: DecodingError.self) { try StoredAsset(bytes, limits: DecodingLimits(maximumPixels: 10)) }
    }

    /// On a JPEG a kept region would have to be larger than a block.
    private func policy(_ text: String, keep: Double = 4) throws -> Policy {
        let keep = #"[ { "region": { "x": 4, "y": 4, "width": \#(keep), "height": \#(keep) } } ]"#
        let text = text.replacing("STYLE", with: Self.style).replacing("KEEP", with: keep)
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }

    private func file(seed: UInt64, width: Int = 20, height: Int = 15, channels: Int = 3) throws -> SecureBytes {
        try SecureBytes(copying: ChunkedPNG(holding: .noise(width, height, channels: channels, seed: seed)).bytes)
    }
}

extension OverlayCache {
    fileprivate var count: Int { sizes.count }
}
