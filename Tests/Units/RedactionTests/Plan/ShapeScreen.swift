import ImageCore
import SecureMemory
import Testing

@testable import Redaction

/// A snapshot of 60 x 50 pixels that shapes are planned for.
enum ShapeScreen {
    static let (width, height) = (60, 50)

    /// A pixel of the snapshot.
    struct Pixel: Hashable {
        let x: Int
        let y: Int
    }

    /// All pixels of the snapshot.
    static let all = Set((0..<height).flatMap { y in (0..<width).map { Pixel(x: $0, y: y) } })

    /// A policy that blacks out a target, which is JSON.
    static func policy(_ target: String) throws -> Policy {
        let text = ##"{ "rules": [ { "target": \##(target), "style": { "fill": { "color": "#000" } } } ] }"##
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }

    /// The plan of a policy for the snapshot.
    static func plan(_ policy: Policy) throws -> Plan {
        try Plan(policy, size: #require(PixelSize(width: width, height: height)), grid: .pixels)
    }

    /// The pixels that a policy paints, none of them twice.
    static func pixels(_ policy: Policy) throws -> Set<Pixel> {
        var pixels: Set<Pixel> = []
        for part in try plan(policy).steps.flatMap(\.area.parts) {
            for y in part.rows {
                for x in part.columns { #expect(pixels.insert(Pixel(x: x, y: y)).inserted) }
            }
        }
        return pixels
    }

    /// The pixels of the snapshot in which one of many points lies in the shape.
}
