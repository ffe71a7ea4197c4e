import BoundedWork
import Foundation
import Glibc

/// Lines on standard error and on standard output. Names of files and other texts of strangers in them neither steer a terminal
/// nor begin another line.
enum PrintedText {
    /// Writes a line to standard error.
    ///
    /// - Parameter clearing: A sequence for the terminal in front of the line.
    static func report(_ line: String, clearing: String = "") {
        write("\(clearing)\(QuotedText.printing(line))\n")
    }

    /// Writes text as it is. What cannot be written, as to a log on a full disk, is lost, and the work goes on.
    static func write(_ text: String, to descriptor: Int32 = STDERR_FILENO) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EAGAIN {
                    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&room, 1, -1)
                } else if count <= 0, errno != EINTR {
                    return
                }
                rest = rest.dropFirst(max(count, 0))
            }
        }
    }

    /// Writes a line to standard output.
    static func line(_ line: String) {
        print(QuotedText.printing(line))
    }

    /// `value` as JSON for people and for programs: indented, with members in alphabetical order.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return QuotedText.printing(json: String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
