import Foundation
import ImageCore
import Recordings

/// How long the last frame of a recording is shown, and how often an animation is: what the frames alone do not say.
struct RecordingEnd: Equatable {
    /// The second of the last frame.
    var second = 0.0
    /// Seconds for which it is shown.
    var duration = 0.0

    /// Seconds that no recording lasts for.
    private static let longest = 1e9

    /// The end of an animated WebP.
    init(_ facts: AnimationFacts) {
        second = Double(facts.duration - facts.lastDuration) / 1000
        duration = Double(facts.lastDuration) / 1000
    }

    /// Reads the packets that FFmpeg lists (`-f framecrc`), the first and the last ones; nil if there are none.
    init?(packets: String) {
        var base: Double?
        var last: (time: Double, duration: Double)?
        for line in packets.printedLines {
            if let match = line.wholeMatch(of: #/#tb 0: (\d{1,9})/(\d{1,9})/#), let one = Double(match.1),
                let other = Double(match.2)
            {
                base = other > 0 ? one / other : nil
            } else if let match = line.prefixMatch(of: #/0, +-?\d{1,18}, +(-?\d{1,18}), +(\d{1,18}),/#),
                let time = Double(match.1), let duration = Double(match.2), time >= last?.time ?? -.infinity
            {
                last = (time, duration)
            }
        }
        guard let base, let last, last.duration > 0 else { return nil }
        (second, duration) = (last.time * base, last.duration * base)
        guard abs(second) < Self.longest, duration < Self.longest else { return nil }
    }
}

/// The number of times that an animation is shown.
enum AnimationPlays {
    /// What a file says by its first bytes, 65 535 at most: 0 for ever; nil for a file that says nothing of it, and is shown once.
    static func read(beginning: [UInt8], _ form: RecordingForm) -> Int? {
        let most = Int(UInt16.max)
        func place(behind text: String) -> Int? {
            let sought = Array(text.utf8)
            return beginning.indices.first { beginning[$0...].starts(with: sought) }.map { $0 + sought.count }
        }
        switch form {
        case .gif:
            guard let place = place(behind: "NETSCAPE2.0"), place + 4 <= beginning.count else { return nil }
            return beginning[place + 2..<place + 4].littleEndianNumber
        case .apng:
            guard let place = place(behind: "acTL"), place + 8 <= beginning.count else { return nil }
            return min(beginning[place + 4..<place + 8].reduce(0) { $0 << 8 | Int($1) }, most)
        case .webm, .mkv, .mp4, .mov, .webp: return 0
        }
    }
}
