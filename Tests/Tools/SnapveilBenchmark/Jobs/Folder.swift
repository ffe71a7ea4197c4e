import Foundation
import ImageCore
import SecureMemory

/// Snapshots in files of a folder, each of which gets three black rectangles and is written as a file of another folder.
struct Folder {
    /// The snapshots.
    let path: String
    /// How many there are.
    let fileCount: Int
    /// Where results go, which are written over by the next.
    let output: String
    /// The same on each, so that a command can say it once: within any screen.
    let regions = [(40, 80, 500, 60), (40, 240, 360, 60), (40, 400, 500, 120)]

    private let directories: [TemporaryDirectory]
    /// Enough that starting a program counts for little.
    private static let leastCount = 100

    /// The PNG files among `samples`, over and over; nil if there are none.
    init?(of samples: [Sample]) throws {
        let pictures = samples.filter { $0.format == .png }
        guard !pictures.isEmpty else { return nil }
        let (snapshots, results) = (try TemporaryDirectory("folder"), try TemporaryDirectory("results"))
        fileCount = (Self.leastCount + pictures.count - 1) / pictures.count * pictures.count
        for number in 0..<fileCount {
            let picture = pictures[number % pictures.count]
            _ = try snapshots.write(picture.bytes, as: "\(number)-\(picture.name)")
        }
        (path, output) = (snapshots.url.path, results.url.path)
        directories = [snapshots, results]
    }

    /// The bytes of one of the results.
    func result() throws -> SecureBytes {
        guard let name = try FileManager.default.contentsOfDirectory(atPath: output).min() else {
            throw ContenderError("the folder of results is empty")
        }
        return try SecureBytes(copying: Data(contentsOf: URL(filePath: output).appending(path: name)))
    }
}
