import Foundation
import ImageCore
import Messages
import SecureMemory
import Testing

@testable import Redaction

@Suite("Shapes are erased, written and told of in receipts")
struct ShapeRedactionTests {
    @Test("a receipt has one entry for a shape, which names it")
    func receipt() throws {
        let snapshot = try Screen(secret: 1, in: [0, 0, 1, 1]).encoded()
        for (target, name) in [
            (#"{ "ellipse": { "x": 10, "y": 10, "width": 40, "height": 20 } }"#, "ellipse"),
            (#"{ "polygon": [[10, 10], [50, 10], [30, 30]] }"#, "polygon"),
            (#"{ "region": { "x": 10, "y": 10, "width": 40, "height": 20, "cornerRadius": 5 } }"#, "rounded"),
        ] {
            let result = try Redactor().redact(RedactionRequest(snapshot, policy: ShapeScreen.policy(target)))
            #expect(result.receipt.covered.map(\.shape) == [name])
            #expect(result.receipt.covered.map(\.rect) == result.plan.map(\.rect))
            #expect(result.receipt.covered[0].rect.width == 40)
            #expect(result.plan.map(\.shape) == [name])
        }
    }

    @Test("a receipt tells each part of a shape that something is cut out of")
    func cutReceipt() throws {
        let ellipse = try #require(Ellipse(x: 10, y: 10, width: 40, height: 20))
        let hole = try #require(Region(x: 20, y: 15, width: 5, height: 5))
        let policy = try Policy(rules: [.init(.ellipse(ellipse), .fill(.black))], keep: [.region(hole)])
        let snapshot = try Screen(secret: 1, in: [0, 0, 1, 1]).encoded()
        let receipt = try Redactor().redact(RedactionRequest(snapshot, policy: policy)).receipt
        #expect(receipt.covered.allSatisfy { $0.shape == nil && $0.target == "ellipse" })
        let size = try #require(PixelSize(width: Screen.width, height: Screen.height))
        let parts = try Plan(policy, size: size, grid: .pixels).steps.flatMap(\.area.parts)
        #expect(receipt.covered.map(\.rect) == parts.map(Receipt.Rect.init))
    }

    @Test("what is erased in a shape does not reach the output, on a PNG and on a JPEG", arguments: Screen.JPEG.all)
    func erased(jpeg: Screen.JPEG) throws {
        let secret = [30, 20, 31, 17]
        let targets: [Target] = [
            // Each holds the rectangle of the secret.
            .ellipse(try #require(Ellipse(x: 20, y: 12, width: 51, height: 33))),
            .region(try #require(Region(x: 28, y: 18, width: 35, height: 21, cornerRadius: 5))),
            .polygon(try #require(Polygon([.init(x: 45, y: 0), .init(x: 80, y: 38), .init(x: 10, y: 38)]))),
        ]
        for target in targets {
            for style in [Style.fill(.black), .veil(radius: nil), .message(.standard), .label(numbered: false)] {
                let policy = try Policy(rules: [.init(target, style)])
                let screens = (1...3).map { Screen(secret: $0, in: secret, ink: .red) }
                let pngs = try screens.map { try redacted($0.encoded(), policy) }
                #expect(Set(pngs).count == 1, "\(target)")
                let jpegs = try screens.map { try redacted($0.encoded(jpeg), policy) }
                #expect(Set(jpegs).count == 1, "\(target)")
            }
        }
    }

    private func redacted(_ snapshot: SecureBytes, _ policy: Policy) throws -> [UInt8] {
        try Redactor().redact(RedactionRequest(snapshot, policy: policy)).image.withUnsafeBytes(Array.init)
    }

    @Test("policies with shapes are written as they are read")
    func writing() throws {
        for target in [
            #"{"ellipse":{"height":20,"width":40.5,"x":-10,"y":10}}"#, #"{"polygon":[[10,10],[50,10.5],[30,30]]}"#,
            #"{"region":{"cornerRadius":5,"height":20,"width":40,"x":10,"y":10}}"#,
        ] {
            let policy = try ShapeScreen.policy(target)
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(policy.rules[0].target), as: UTF8.self) == target)
            let again = try Policy(parsing: SecureBytes(copying: encoder.encode(policy)))
            #expect(again == policy)
        }
    }

    @Test("a shape beside which something is kept is one entry, and its plan names it even where it is cut")
    func keptBeside() throws {
        let snapshot = try Screen(secret: 1, in: [0, 0, 1, 1]).encoded()
        let ellipse = try #require(Ellipse(x: 10, y: 10, width: 40, height: 40))
        let corner = try #require(Region(x: 10, y: 10, width: 4, height: 4))
        let middle = try #require(Region(x: 25, y: 25, width: 4, height: 4))
        func redact(keeping region: Region) throws -> Redactor.Result {
            let policy = try Policy(rules: [.init(.ellipse(ellipse), .fill(.black))], keep: [.region(region)])
            return try Redactor().redact(RedactionRequest(snapshot, policy: policy))
        }
        let beside = try redact(keeping: corner)
        #expect(beside.receipt.covered.map(\.shape) == ["ellipse"])
        let cut = try redact(keeping: middle)
        #expect(cut.receipt.covered.count > 2)
        #expect(cut.receipt.covered.allSatisfy { $0.shape == nil })
        #expect(cut.plan.map(\.shape) == ["ellipse"])
    }

    @Test("words are written where the outline has room for them")
    func message() throws {
        let white = try PixelBuffer(try #require(PixelSize(width: 300, height: 300)), format: .rgb, filledWith: .white)
        let ellipse = try #require(Ellipse(x: 20, y: 20, width: 260, height: 260))
        let policy = try Policy(rules: [.init(.ellipse(ellipse), .message(Message(text: "Hidden")))])
        let request = RedactionRequest(try white.encoded(.png()), policy: policy)
        #expect(try Redactor().redact(request).receipt.covered.map(\.message) == [nil])
    }
}
