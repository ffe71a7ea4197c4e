import Foundation
import ImageCore
import SecureMemory

/// OpenCV, libvips and Pillow in one Python process, `Peers/peers.py`, which is told a job a line.
final class PeerContender {
    /// The peers with their versions, for example `libvips 8.18.7`.
    var versions: [String] { peers.map { "\($0.name) \($0.version)" } }
    /// The names of the peers, in the order of the table.
    var names: [String] { peers.map(\.name) }

    private let process = Process()
    private let jobs = Pipe()
    private let answers = Pipe()
    private var peers: [Peer] = []
    private var unread = Data()

    private struct Peer: Decodable {
        let name: String
        let version: String
        /// By format.
        let settings: [String: [Setting]]
        /// Of what it looks for, by the name of the cover.
        let looks: [String: [Setting]]

        func settings(for cover: Cover, of format: ImageFormat) -> [Setting] {
            (cover.sight == nil ? settings[format.rawValue] : looks[cover.rawValue]) ?? []
        }
    }

    private struct Setting: Decodable {
        let name: String
        let timed: Bool
    }

    private struct Job: Encodable {
        let peer: String
        let setting: String
        let format: ImageFormat
        let cover: Cover
        let regions: [[Int]]
        let length: Int
        let file: String
        let splash: String
        let deliver: Bool
    }

    private struct FolderJob: Encodable {
        let peer: String
        let setting: String
        let cover = Cover.regionFill
        let format = ImageFormat.png
        let regions: [[Int]]
        let folder: String
        let output: String
    }

    private struct Answer: Decodable {
        let seconds: Double
        let file: Data?
    }

    /// Starts the process that runs the peers.
    ///
    /// - Parameter python: The path of a Python that has the peers.
    init(python: String) throws {
        guard let script = Bundle.module.url(forResource: "peers", withExtension: "py") else {
            throw ContenderError("peers.py is missing from the program's resources")
        }
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [script.path]
        process.standardInput = jobs
        process.standardOutput = answers
        try process.run()
        peers = try JSONDecoder().decode([Peer].self, from: try line())
        // A pip that finds the headers of a system's libvips builds its binding against that one, unasked.
        if let vips = peers.first(where: { $0.name == "libvips" }), !vips.version.hasPrefix("8.18") {
            throw ContenderError("libvips is \(vips.version), which is not the 8.18 that the goals were set against")
        }
    }

    deinit {
        try? jobs.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// One for each setting of each peer.
    ///
    /// - Parameter splash: The path of the picture that covers a screen.
    func entrants(_ cover: Cover, on sample: Sample, splash: String) -> [Entrant] {
        peers.flatMap { peer in
            peer.settings(for: cover, of: sample.format).map { setting in
                Entrant(contender: .peer(peer.name), setting: setting.name, isTimed: setting.timed) {
                    [self] wantsFile in
                    let job = Job(
                        peer: peer.name,
                        setting: setting.name,
                        format: sample.format,
                        cover: cover,
                        regions: cover.regions(of: sample.size).map { [$0.x, $0.y, $0.width, $0.height] },
                        length: cover.length,
                        file: sample.path,
                        splash: splash,
                        deliver: wantsFile
                    )
                    let answer = try answer(to: job)
                    let file = try answer.file.map { try SecureBytes(copying: $0) }
                    return Run(milliseconds: answer.seconds * 1000, file: file)
                }
            }
        }
    }

    /// One for each setting of each peer that is timed, which covers the files of a folder one by one.
    func entrants(on folder: Folder) -> [Entrant] {
        peers.flatMap { peer in
            peer.settings(for: .regionFill, of: .png).filter(\.timed).map { setting in
                let job = FolderJob(
                    peer: peer.name,
                    setting: setting.name,
                    regions: folder.regions.map { [$0.0, $0.1, $0.2, $0.3] },
                    folder: folder.path,
                    output: folder.output
                )
                return Entrant(contender: .peer(peer.name), setting: setting.name, isTimed: true) {
                    [self] wantsFile in
                    let seconds = try answer(to: job).seconds
                    return Run(milliseconds: seconds * 1000, file: wantsFile ? try folder.result() : nil)
                }
            }
        }
    }

    /// Has Pillow write a snapshot as a HEIC without alpha.
    func writeHEIC(of sample: Sample, to path: String) throws {
        _ = try answer(to: ["file": sample.path, "heic": path])
    }

    private func answer(to job: some Encodable) throws -> Answer {
        try jobs.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(job) + Data("\n".utf8))
        return try JSONDecoder().decode(Answer.self, from: try line())
    }

    private func line() throws -> Data {
        var searched = 0
        while true {
            if let end = unread.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return Data(unread[..<end])
            }
            searched = unread.count
            let more = answers.fileHandleForReading.availableData
            guard !more.isEmpty else { throw ContenderError("the peers ended; what they said is above") }
            unread.append(more)
        }
    }
}
