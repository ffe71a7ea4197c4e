import Foundation
import Testing

@testable import ImageCore
@testable import ImageFixtures

extension Picture {
    /// Peak signal-to-noise ratio in decibels against samples that were not rounded; infinite where nothing differs.
    func psnr(against reference: [Double]) -> Double {
        precondition(reference.count == samples.count)
        var sum = 0.0
        samples.withUnsafeBufferPointer { samples in
            reference.withUnsafeBufferPointer { reference in
                var index = 0
                while index < samples.count {
                    let difference = Double(samples[index]) - reference[index]
                    sum += difference * difference
                    index &+= 1
                }
            }
        }
        return 10 * log10(255 * 255 / (sum / Double(samples.count)))
    }

    func psnr(against other: Picture) -> Double {
        psnr(against: other.samples.map(Double.init))
    }

    /// The largest difference between two samples at the same place.
    func largestDifference(from other: Picture) -> Int {
        precondition(other.samples.count == samples.count)
        return zip(samples, other.samples).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    /// The places where the two differ, as `x`, `y`.
    func places(differingFrom other: Picture) -> [(x: Int, y: Int)] {
        precondition(other.samples.count == samples.count)
        var places: [(x: Int, y: Int)] = []
        samples.withUnsafeBufferPointer { samples in
            other.samples.withUnsafeBufferPointer { others in
                var index = 0
                while index < samples.count {
                    if samples[index] != others[index] {
                        let pixel = index / channels
                        if places.last.map({ $0 != (pixel % width, pixel / width) }) ?? true {
                            places.append((pixel % width, pixel / width))
                        }
                    }
                    index &+= 1
                }
            }
        }
        return places
    }
}

extension PixelRect {
    func contains(x: Int, y: Int) -> Bool {
        columns.contains(x) && rows.contains(y)
    }
}

extension PaintArea {
    func paints(x: Int, y: Int) -> Bool {
        parts.contains { $0.contains(x: x, y: y) }
    }
}

/// A file whose boxes are changed in place.
struct BoxPatch {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Where the first bytes are that a name has, from `start` on.
    func place(of name: String, after start: Int = 0) throws -> Int {
        let name = Array(name.utf8)
        return try #require((start...bytes.count - name.count).first { bytes[$0...].starts(with: name) })
    }

    /// Replaces what stands `offset` bytes behind a name.
    func patching(_ name: String, _ offset: Int = 0, _ new: [UInt8]) throws -> [UInt8] {
        let start = try place(of: name) + 4 + offset
        var patched = bytes
        patched.replaceSubrange(start..<start + new.count, with: new)
        return patched
    }

    /// Replaces a name.
    func renaming(_ name: String, to new: String) throws -> [UInt8] {
        try patching(name, -4, Array(new.utf8))
    }
}

/// A box.
func isoBox(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(content.count + 8)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(name.utf8) + content
}
